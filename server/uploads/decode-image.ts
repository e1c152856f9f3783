/** Detects by content which uploaded files are images, and decodes those that are safe. */
import { fileTypeFromFile } from "file-type";
import type { Metadata, Sharp } from "sharp";
import { picturePixelsMax } from "#lib/files/picture-limits.ts";
import { type Failure, invalidField } from "#server/http/failure.ts";
import { loadSharp } from "#server/uploads/load-sharp.ts";
import { dropTexts } from "#server/uploads/drop-texts.ts";

/** Pixels in web colours, 8 bits a channel, without anything else of the file, such as its EXIF. */
interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/**
 * Decoders read rows by the dozen, and columns cost time: a line of millions of pixels takes gigabytes or half a
 * minute.
 */
const edgeMax = 16_384;
/** The memory limit of all images that are decoded at once (SEC-U1). */
export const decodingBytesMax = 200_000_000;
/** The memory that any image takes at least, even when it is decoded row by row: buffers, results and the encoder. */
export const pipelineBytes = 40_000_000;
const decodedWithinS = 10;

/** sharp's name for each type. Other types reach no decoder. */
const formats = new Map([
  ["image/jpeg", "jpeg"],
  ["image/png", "png"],
  ["image/apng", "png"],
  ["image/webp", "webp"],
  ["image/gif", "gif"],
  ["image/avif", "heif"],
]);

interface SafeImage {
  metadata: Metadata;
  /** The memory that decoding it takes. */
  bytes: number;
}

/**
 * Reads only its header, after the text chunks of a PNG have been neutralised in the file. @throws {Failure} `invalid`
 * in `field`: another format, damaged, or too large to decode.
 */
export async function inspectImage(file: string, field: string): Promise<SafeImage> {
  const type = await fileTypeFromFile(file);
  const format = formats.get(type?.mime ?? "");
  if (format === undefined) throw invalidField(field, "Answers.imageFormat");
  if (format === "png" && !(await dropTexts(file))) throw unreadable(field);
  const metadata = await orUnreadable(
    loadSharp()(file, { limitInputPixels: false }).metadata(),
    field,
  );
  if (metadata.format !== format) throw unreadable(field);
  const { width, height } = metadata;
  if (width * height > picturePixelsMax || Math.max(width, height) > edgeMax)
    throw invalidField(field, "Answers.imagePixels");
  const bytes = pipelineBytes + decoderBytes(metadata);
  if (bytes > decodingBytesMax) throw invalidField(field, "Answers.imageFormatPixels");
  return { metadata, bytes };
}

/**
 * The first frame, upright, reduced by `resize`, for which JPEG and WebP are decoded smaller. @throws {Failure} See
 * `inspectImage`.
 */
export async function decodeImage(
  file: string,
  field: string,
  resize: (image: Sharp) => Sharp,
): Promise<Pixels> {
  await inspectImage(file, field);
  const image = loadSharp()(file, {
    failOn: "error",
    limitInputPixels: picturePixelsMax,
    sequentialRead: true,
  });
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
  loadSharp()(data, { raw: { width, height, channels } });

const pngRowsHeld = 2_000;

/**
 * The memory that decoders hold for an image at once, whatever its output: as measured with sharp 0.35
 * (docs/uploads.md). Those of baseline JPEG hold a few rows.
 */
export function decoderBytes({
  format,
  width,
  height,
  channels,
  depth,
  isProgressive,
  chromaSubsampling,
}: Metadata): number {
  const pixels = width * height;
  const isDeep = depth !== "uchar";
  if (format === "heif") return pixels * (isDeep ? 24 : 16);
  // Lossless images are decoded whole before they are scaled down.
  if (format === "webp") return pixels * 4;
  if (format === "gif") return pixels * 4.8;
  if (format === "jpeg" && isProgressive)
    return pixels * (chromaSubsampling === "4:2:0" ? 3 : channels * 2);
  if (format === "png")
    return (
      width *
      (isProgressive ? height : Math.min(height, pngRowsHeld)) *
      channels *
      (isDeep ? 2.5 : 1)
    );
  return 0;
}

async function orUnreadable<T>(decoding: Promise<T>, field: string): Promise<T> {
  try {
    return await decoding;
  } catch (error) {
    throw unreadable(field, error);
  }
}

/** The image is damaged, or decoding it takes more work than allowed. */
export function unreadable(field: string, cause?: unknown): Failure {
  const isEndless = cause instanceof Error && cause.message.startsWith("timeout");
  const key = isEndless ? "Answers.imageFormatPixels" : "Answers.imageUnreadable";
  return Object.assign(invalidField(field, key), { cause });
}
