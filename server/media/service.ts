import type { Media } from "#lib/files/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { FileUrl } from "#server/file-url.ts";
import { mediaFiles } from "#server/media/media-files.ts";
import { mediaName } from "#server/media/media-name.ts";
import { mediaTypeOf } from "#server/media/media-type.ts";
import { prepareMedia } from "#server/media/prepare-media.ts";
import { deleteMedia, insertMedia, requireRoom } from "#server/media/repository.ts";
import type { Storage } from "#server/storage/storage.ts";
import { type FileStoring, storeFiles } from "#server/storage/store-files.ts";
import type { Upload } from "#server/uploads/receive-form.ts";
import type { Uploads } from "#server/uploads/uploads.ts";

export interface MediaOptions {
  db: Db;
  storage: Storage;
  uploads: Uploads;
  fileUrl: FileUrl;
  /** What the media of one member may take. */
  quotaBytes: number;
}

/** In the profile, or for a message alone. */
interface MediaPlace {
  inProfile: boolean;
}

/** What changes a member's media: rows and files, which are never left one without the other. */
export function createMedia(options: MediaOptions & FileStoring) {
  const { db, storage, uploads, fileUrl, quotaBytes, sweepFilesSoon } = options;

  return {
    /** @throws {Failure} */
    async add(userId: number, upload: Upload, { inProfile }: MediaPlace): Promise<Media> {
      const type = await mediaTypeOf(upload);
      const shape = inProfile ? "square" : "whole";
      return prepareMedia({ uploads, userId, shape }, type, upload, async (prepared) => {
        const { path, bytes, thumb, size } = prepared;
        await requireRoom(db, { userId, quotaBytes }, bytes);
        return storeFiles(options, "media", async (storage_key) => {
          await storage.put(`${storage_key}/${mediaFiles.file}`, { path }, type.mime);
          if (thumb)
            await storage.put(
              `${storage_key}/${mediaFiles.thumb}`,
              { content: thumb },
              "image/webp",
            );
          return insertMedia(
            db,
            fileUrl,
            { userId, quotaBytes },
            {
              storage_key,
              name: mediaName(upload.name, type),
              mime: type.mime,
              kind: type.kind,
              bytes,
              has_thumb: thumb !== null,
              width: size?.width ?? null,
              height: size?.height ?? null,
              in_profile: inProfile,
            },
          );
        });
      });
    },

    async delete(userId: number, id: number): Promise<void> {
      await deleteMedia(db, userId, id);
      sweepFilesSoon();
    },
  };
}
