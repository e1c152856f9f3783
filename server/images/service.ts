import type { ProfileImage } from "#lib/images/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import { makePicture } from "#server/images/make-picture.ts";
import { deleteImage, insertImage, requireRoom } from "#server/images/repository.ts";
import type { Storage } from "#server/storage/storage.ts";
import { type FileStoring, putPicture, storeFiles } from "#server/storage/store-files.ts";
import { inspectImage } from "#server/uploads/decode-image.ts";
import type { Upload } from "#server/uploads/receive-form.ts";
import type { Uploads } from "#server/uploads/uploads.ts";

export interface ImagesOptions {
  db: Db;
  storage: Storage;
  uploads: Uploads;
  fileUrl: FileUrl;
}

/** What changes a member's images: rows and files, which are never left one without the other. */
export function createImages(options: ImagesOptions & FileStoring) {
  const { db, storage, uploads, fileUrl, sweepFilesSoon } = options;

  return {
    /** @throws {Failure} */
    async add(userId: number, upload: Upload): Promise<ProfileImage> {
      await requireRoom(db, userId);
      const { bytes } = await inspectImage(upload.path, "image");
      const picture = await uploads.decode({ userId, bytes }, () => {
        upload.requireSender();
        return makePicture(upload.path);
      });
      return storeFiles(options, "images", async (storageKey) => {
        await putPicture(storage, storageKey, picture.files);
        return insertImage(db, fileUrl, userId, storageKey, picture);
      });
    },

    async delete(userId: number, id: number): Promise<void> {
      await deleteImage(db, userId, id);
      sweepFilesSoon();
    },
  };
}
