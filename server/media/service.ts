import type { FastifyRequest } from "fastify";
import { type Media, mediaBytesMax, pictureBytesMax } from "#lib/files/schema.ts";
import { mediaThumbBytesMax } from "#lib/media/schema.ts";
import type { Env } from "#server/env.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import type { MediaType } from "#server/media/file-types.ts";
import { mediaName } from "#server/media/media-name.ts";
import { mediaTypeOf } from "#server/media/media-type.ts";
import { type PreparedMedia, prepareMedia } from "#server/media/prepare-media.ts";
import { removeTags, removingBytes } from "#server/media/remove-tags.ts";
import {
  deleteMedia,
  insertMedia,
  mediaFiles,
  noRoom,
  requireMediaRoom,
  usedBytes,
} from "#server/media/repository.ts";
import { type FileStoring, type PutFile, storeFiles } from "#server/storage/store-files.ts";
import type { Reservation } from "#server/uploads/in-flight.ts";
import type { ReceivedUpload } from "#server/uploads/receive-form.ts";
import type { UploadService } from "#server/uploads/uploads.ts";

export interface MediaOptions extends FileStoring {
  uploads: UploadService;
  fileUrl: FileUrl;
  /** `mediaQuotaBytes`: the quota of one member's media. */
  env: Pick<Env, "mediaQuotaBytes">;
}

/** Whether the file belongs to the profile, or to a message alone. */
interface MediaPlace {
  userId: number;
  inProfile: boolean;
}

interface ReceivedMedia {
  data: Media;
  /** See lib/media/schema.ts. */
  tags_kept?: boolean;
}

/** Changes of a member's media: rows and files, neither of which is left without the other. */
export function createMedia(options: MediaOptions) {
  const { db, uploads, fileUrl, sweepFilesSoon } = options;
  const { mediaQuotaBytes: quotaBytes } = options.env;

  /** A crafted file takes memory and seconds to remove the tags of, as an image does to decode. */
  const removeInTurn = (userId: number, upload: ReceivedUpload) =>
    uploads.decode({ userId, bytes: removingBytes(upload.bytes) }, async () => {
      await upload.requireSender();
      return removeTags(upload.path);
    });

  async function add(
    { userId, inProfile }: MediaPlace,
    upload: ReceivedUpload,
    reservation: Reservation,
  ): Promise<ReceivedMedia> {
    const type = await mediaTypeOf(upload);
    const isPlayed = type.kind === "video" || type.kind === "audio";
    const removed = isPlayed ? await removeInTurn(userId, upload) : null;
    const cleaned = { ...upload, bytes: removed?.bytes ?? upload.bytes };
    const shape = inProfile ? "square" : "whole";
    const data = await prepareMedia({ uploads, userId, shape }, type, cleaned, async (prepared) => {
      const room = { userId, quotaBytes };
      await requireMediaRoom(db, room, prepared.bytes);
      return storeFiles(options, "media", async (storage_key, put) => {
        await putMedia(put, type, prepared);
        await upload.requireSender();
        const name = mediaName(upload.name, type);
        const row = { ...columnsOf(type, prepared), storage_key, name, in_profile: inProfile };
        return reservation.countStored(() => insertMedia(db, fileUrl, room, row));
      });
    });
    return isPlayed ? { data, tags_kept: !removed?.isComplete } : { data };
  }

  return {
    /** Receives the file of a form, which counts against the member's quota from its first byte. @throws {Failure} */
    async receive(request: FastifyRequest, place: MediaPlace): Promise<ReceivedMedia> {
      const { userId } = place;
      const room = {
        userId,
        quotaBytes,
        readUsedBytes: () => usedBytes(db, userId),
        refusal: noRoom,
      };
      const reservation = await uploads.inFlight.reserve(room, bytesAtLeast(request));
      try {
        return await uploads.receive(request, { ...mediaForm, reservation }, (upload) =>
          add(place, upload, reservation),
        );
      } finally {
        reservation.release();
      }
    },

    async delete(userId: number, id: number): Promise<void> {
      await deleteMedia(db, userId, id);
      sweepFilesSoon();
    },
  };
}

async function putMedia(
  put: PutFile,
  { mime }: MediaType,
  { path, thumb }: PreparedMedia,
): Promise<void> {
  await put(mediaFiles.file, { path }, mime);
  if (thumb) await put(mediaFiles.thumb, { content: thumb }, "image/webp");
}

const columnsOf = ({ mime, kind }: MediaType, { bytes, thumb, size }: PreparedMedia) => ({
  mime,
  kind,
  bytes,
  has_thumb: thumb !== null,
  width: size?.width ?? null,
  height: size?.height ?? null,
});

/** The upload form: a file, and for a video a frame of it. */
const mediaForm = {
  field: "file",
  bytesMax: mediaBytesMax,
  pictureBytesMax,
  extras: { thumb: mediaThumbBytesMax },
};

/** The size of the other fields of the form. */
const besidesBytesMax = mediaThumbBytesMax + 64 * 1024;

/** The minimum size of the incoming file, by the headers of its request. */
const bytesAtLeast = ({ headers }: FastifyRequest) =>
  Math.max(0, Number(headers["content-length"] ?? 0) - besidesBytesMax);
