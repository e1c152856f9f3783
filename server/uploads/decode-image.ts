/** Files that say they are images: what they are by their content, and the pixels of those that are safe to decode. */
import { fileTypeFromFile } from "file-type";
import sharp, { type Metadata, type Sharp } from "sharp";
import { type Failure, invalidField } from "#server/failure.ts";

/** Colours as the web has them, 8 bits a channel; nothing else of the file is left. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

const pixelsMax = 33_000_000;
/** Rows are read by the dozen, and columns cost time: a line of millions of pixels takes gigabytes or half a minute. */
const edgeMax = 16_384;
/** Beyond what any image takes that is decoded row by row (security.md U1). */
const decodingBytesMax = 200_000_000;
const decodedWithinS = 20;

/** By the content's type, what sharp calls it. Others reach no decoder. */
const formats = new Map([
  ["image/jpeg", "jpeg"],
  ["image/png", "png"],
  ["image/apng", "png"],
  ["image/webp", "webp"],
  ["image/gif", "gif"],
  ["image/avif", "heif"],
]);

/**
 * The first frame, upright, as `resize` makes it smaller: JPEG and WebP are then decoded smaller.
 * @throws {Failure} `invalid` in `field`: another format, damaged, or too large to decode.
 */
export async function decodeImage(
  file: string,
  field: string,
  resize: (image: Sharp) => Sharp,
): Promise<Pixels> {
  const type = await fileTypeFromFile(file);
  const format = formats.get(type?.mime ?? "");
  if (format === undefined) throw invalidField(field, "Answers.imageFormat");
  const metadata = await orUnreadable(sharp(file, { limitInputPixels: false }).metadata(), field);
  if (metadata.format !== format) throw unreadable(field);
  const { width, height } = metadata;
  if (width * height > pixelsMax || Math.max(width, height) > edgeMax)
    throw invalidField(field, "Answers.imagePixels");
  if (decodingBytes(metadata) > decodingBytesMax)
    throw invalidField(field, "Answers.imageFormatPixels");
  const image = sharp(file, { failOn: "error", limitInputPixels: pixelsMax, sequentialRead: true });
  const { data, info } = await orUnreadable(
    resize(image.autoOrient())
      .toColourspace("srgb")
      .timeout({ seconds: decodedWithinS })
      .raw()
      .toBuffer({ resolveWithObject: true }),
    field,
  );
  return { data, width: info.width, height: info.height, channels: info.channels };
}

export const imageOf = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

const pngRowsHeld = 2_000;

/** What some decoders hold of an image at once, as measured. */
function decodingBytes({ format, width, height, channels, depth, isProgressive }: Metadata) {
  const bytesEach = depth === "uchar" ? 1 : 2;
  if (format === "heif") return width * height * (bytesEach === 1 ? 16 : 24);
  if (format === "jpeg" && isProgressive) return width * height * channels * 2;
  if (format === "png")
    return width * (isProgressive ? height : Math.min(height, pngRowsHeld)) * channels * bytesEach;
  return 0;
}

async function orUnreadable<T>(decoding: Promise<T>, field: string): Promise<T> {
  try {
    return await decoding;
  } catch (error) {
    throw unreadable(field, error);
  }
}

/** Damaged, or more work than an image may make. */
export function unreadable(field: string, cause?: unknown): Failure {
  const isEndless = cause instanceof Error && cause.message.startsWith("timeout");
  const key = isEndless ? "Answers.imageFormatPixels" : "Answers.imageUnreadable";
  return Object.assign(invalidField(field, key), { cause });
}
