import { rm, stat } from "node:fs/promises";
import { Failure } from "#server/http/failure.ts";
import type { MediaType } from "#server/media/file-types.ts";
import {
  makeThumb,
  remakeImage,
  remakingBytes,
  type PixelSize,
  type ThumbShape,
} from "#server/media/remake-image.ts";
import { inspectImage } from "#server/uploads/decode-image.ts";
import type { ReceivedUpload } from "#server/uploads/receive-form.ts";
import type { UploadService } from "#server/uploads/uploads.ts";

/** The file as it will be stored. */
export interface PreparedMedia {
  /** The path of the file on this machine. */
  path: string;
  bytes: number;
  thumb: Buffer | null;
  /** The size of the image, or of the frame of a video. */
  size: PixelSize | null;
}

interface Maker {
  uploads: UploadService;
  userId: number;
  /** Whether the thumbnail is the middle square or the whole picture. */
  shape: ThumbShape;
}

/** Passes an upload to `handle` in the form to be stored; temporary files are deleted afterwards. @throws {Failure} */
export async function prepareMedia<T>(
  maker: Maker,
  { kind }: MediaType,
  upload: ReceivedUpload,
  handle: (media: PreparedMedia) => Promise<T>,
): Promise<T> {
  const { path, bytes } = upload;
  if (kind !== "image") {
    const frame = kind === "video" ? await frameOf(maker, upload) : null;
    return handle({ path, bytes, thumb: frame?.thumb ?? null, size: frame?.size ?? null });
  }
  const remade = `${path}-remade`;
  try {
    const job = { userId: maker.userId, bytes: await remakingBytes(path) };
    const made = await maker.uploads.decode(job, async () => {
      await upload.requireSender();
      const size = await remakeImage(path, remade);
      // The thumbnail is made of the re-encoded image, because decoding the upload twice could take its memory twice.
      const { thumb } = await makeThumb(remade, "file", maker.shape);
      return { thumb, size };
    });
    return await handle({ path: remade, bytes: (await stat(remade)).size, ...made });
  } finally {
    await rm(remade, { force: true });
  }
}

/** Reads the frame that came with a video. A frame that is no image is ignored. */
async function frameOf({ uploads, userId, shape }: Maker, { extras }: ReceivedUpload) {
  const frame = extras.get("thumb");
  if (!frame) return null;
  try {
    const { bytes } = await inspectImage(frame.path, "thumb");
    const job = { userId, bytes };
    return await uploads.decode(job, () => makeThumb(frame.path, "thumb", shape));
  } catch (error) {
    if (error instanceof Failure && error.code === "invalid") return null;
    throw error;
  }
}
