import { avatarSizes, imageFiles } from "#lib/browser/image-files.ts";
import { decodeImage, imageOf, inspectImage } from "#server/uploads/decode-image.ts";
import type { Decode } from "#server/uploads/decode-queue.ts";
import type { ReceivedUpload } from "#server/uploads/receive-form.ts";

/** An image as Kampus stores it: re-encoded from its pixels, in every size that is shown. */
export interface Picture {
  files: { name: string; content: Buffer }[];
  /** The size of the full view. */
  width: number;
  height: number;
  /** A data URL of a few pixels. */
  placeholder: string;
}

const fullEdge = 1600;
const gridEdge = 360;
const placeholderEdge = 16;

/** Makes the picture of an upload once it is the member's turn. @throws {Failure} `invalid` on field `image`. */
export async function pictureOf(
  decode: Decode,
  userId: number,
  upload: ReceivedUpload,
): Promise<Picture> {
  const { bytes } = await inspectImage(upload.path, "image");
  return decode({ userId, bytes }, async () => {
    await upload.requireSender();
    return makePicture(upload.path);
  });
}

/** Decodes once, which takes about a second of one processor for a photo. */
async function makePicture(file: string): Promise<Picture> {
  const pixels = await decodeImage(file, "image", (image) =>
    image.resize({ width: fullEdge, height: fullEdge, fit: "inside", withoutEnlargement: true }),
  );
  const { width, height } = pixels;
  const full = await imageOf(pixels).webp({ quality: 82, effort: 3 }).toBuffer();
  // Never larger than the image, whatever its shape: enlarging a line to a square would take gigabytes.
  const edge = Math.min(gridEdge, width, height);
  const { data, info } = await imageOf(pixels)
    .resize({ width: edge, height: edge, fit: "cover", position: "attention" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const square = { data, width: info.width, height: info.height, channels: info.channels };
  const inSquare = async (size: number) =>
    imageOf(square).resize(size, size).webp({ quality: 80 }).toBuffer();
  const files = [
    { name: imageFiles.full, content: full },
    { name: imageFiles.grid, content: await inSquare(gridEdge) },
  ];
  for (const size of avatarSizes)
    files.push({ name: imageFiles.avatar(size), content: await inSquare(size) });

  const blur = await imageOf(pixels)
    .resize({ width: placeholderEdge, height: placeholderEdge, fit: "inside" })
    .webp({ quality: 30 })
    .toBuffer();
  const placeholder = `data:image/webp;base64,${blur.toString("base64")}`;
  return { files, width, height, placeholder };
}
