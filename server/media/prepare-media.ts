import { rm, stat } from "node:fs/promises";
import { Failure } from "#server/failure.ts";
import type { MediaType } from "#server/media/file-types.ts";
import { makeThumb, remakeImage } from "#server/media/remake-image.ts";
import type { Upload } from "#server/uploads/receive-form.ts";
import type { Uploads } from "#server/uploads/uploads.ts";

/** As it goes into the store. */
interface PreparedMedia {
  /** On this machine. */
  path: string;
  bytes: number;
  thumb: Buffer | null;
}

/** Hands an upload to `handle` as it will be kept; what was made of it is gone afterwards. @throws {Failure} */
export async function prepareMedia<T>(
  uploads: Uploads,
  userId: number,
  { kind }: MediaType,
  upload: Upload,
  handle: (media: PreparedMedia) => Promise<T>,
): Promise<T> {
  const { path, bytes } = upload;
  if (kind !== "image") {
    const thumb = kind === "video" ? await frameOf(uploads, userId, upload) : null;
    return handle({ path, bytes, thumb });
  }
  const remade = `${path}-remade`;
  try {
    const thumb = await uploads.decode(userId, async () => {
      upload.requireSender();
      const made = await makeThumb(path, "file");
      await remakeImage(path, remade);
      return made;
    });
    return await handle({ path: remade, bytes: (await stat(remade)).size, thumb });
  } finally {
    await rm(remade, { force: true });
  }
}

/** The frame that came with a video; one that is no image is done without. */
async function frameOf(
  uploads: Uploads,
  userId: number,
  { extras }: Upload,
): Promise<Buffer | null> {
  const frame = extras.get("thumb");
  if (!frame) return null;
  try {
    return await uploads.decode(userId, () => makeThumb(frame.path, "thumb"));
  } catch (error) {
    if (error instanceof Failure && error.code === "invalid") return null;
    throw error;
  }
}
