import type { Metadata, Sharp } from "sharp";
import { picturePixelsMax } from "#lib/files/picture-limits.ts";
import { Failure, invalidField } from "#server/http/failure.ts";
import { loadSharp } from "#server/uploads/load-sharp.ts";
import {
  decodeImage,
  decoderBytes,
  decodingBytesMax,
  imageOf,
  inspectImage,
  pipelineBytes,
  unreadable,
} from "#server/uploads/decode-image.ts";

/** The edge of thumbnails in lists, which show squares. */
const squareEdge = 360;
/** The edge of thumbnails in messages, where they fill a bubble. */
const wholeEdge = 720;
const framesMax = 1_000;
const remadeWithinS = 10;
/**
 * The edge limit of images that are decoded whole rather than row by row, in pixels, so that their memory stays bounded
 * (SEC-U1).
 */
const wholeEdgeMax = 4096;
/** Encoding AVIF is slow, so its images are smaller. */
const avifEdgeMax = 2048;
/** With more pixels, choosing a palette takes ten seconds and more. */
const palettePixelsMax = 4_000_000;

/** Bytes that encoders hold per pixel, as measured with sharp 0.35; per pixel of one frame, where there are several. */
const encodedBytesEach = { still: 4, webp: 10, webpAlpha: 25, webpFrame: 55, gif: 18 };
/** The pipeline's own budget already includes this many pixels. */
const pipelinePixels = 4_000_000;

/** The size of the upright image, in pixels. */
export interface PixelSize {
  width: number;
  height: number;
}

/** The middle of the image, or all of it in its own proportions. */
export type ThumbShape = "square" | "whole";

/**
 * Makes a thumbnail, never larger than the image, and returns it with the size of the image itself. Failures name
 * `field`. @throws {Failure} `invalid`: no image, damaged, or too large to decode.
 */
export async function makeThumb(
  file: string,
  field: string,
  shape: ThumbShape,
): Promise<{ thumb: Buffer; size: PixelSize }> {
  const edge = shape === "square" ? squareEdge : wholeEdge;
  const fit = shape === "square" ? "cover" : "inside";
  const pixels = await decodeImage(file, field, (image) =>
    image.resize({ width: edge, height: edge, fit, withoutEnlargement: true }),
  );
  const thumb = await imageOf(pixels).webp({ quality: 80 }).toBuffer();
  const { autoOrient } = await loadSharp()(file).metadata();
  return { thumb, size: { width: autoOrient.width, height: autoOrient.height } };
}

/**
 * Re-encodes an image from its pixels, in its own format and upright, without metadata (EXIF: place, device and
 * more). Animations stay animated. Returns its size. Must be called after `remakingBytes`, which refuses unsafe images.
 * @throws {Failure} `invalid`
 */
export async function remakeImage(file: string, target: string): Promise<PixelSize> {
  try {
    const metadata = await loadSharp()(file).metadata();
    const image = await readable(file, metadata);
    const made = await encoded(image, metadata).timeout({ seconds: remadeWithinS }).toFile(target);
    // The frames of an animation count as one tall image.
    return { width: made.width, height: made.pageHeight ?? made.height };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unreadable("file", error);
  }
}

/**
 * The most memory that re-encoding an image takes, thumbnail included. Reads only its header. @throws {Failure}
 * `invalid`: no image, damaged, or too large.
 */
export async function remakingBytes(file: string): Promise<number> {
  const { metadata, bytes } = await inspectImage(file, "file");
  const { width, height, format, pages = 1 } = metadata;
  if (width * height * pages > picturePixelsMax || pages > framesMax)
    throw invalidField("file", "Answers.mediaFrames");
  if (isAnimated(metadata)) {
    const each = format === "gif" ? encodedBytesEach.gif : encodedBytesEach.webpFrame;
    const all = pipelineBytes + width * height * each;
    if (all > decodingBytesMax) throw invalidField("file", "Answers.imageFormatPixels");
    return Math.max(bytes, all);
  }
  if (isByRows(metadata)) return bytes;
  // The whole image is decoded before any of it is encoded.
  const encoding = Math.min(width * height, pixelsMadeMax(metadata)) * encodedBytes(metadata);
  return Math.max(bytes, pipelineBytes + encoding);
}

const isAnimated = ({ pages = 1, format }: Metadata) => pages > 1 && format !== "heif";
const isByRows = ({ format, isProgressive }: Metadata) =>
  ["jpeg", "png"].includes(format) && !isProgressive;

function encodedBytes({ format, hasAlpha }: Metadata): number {
  if (format === "gif") return encodedBytesEach.gif;
  if (format !== "webp") return encodedBytesEach.still;
  return hasAlpha ? encodedBytesEach.webpAlpha : encodedBytesEach.webp;
}

/**
 * For images that are decoded whole: as many pixels as fit in memory, first beside the decoder, then for the encoder.
 */
function pixelsMadeMax(metadata: Metadata): number {
  const room = decodingBytesMax - pipelineBytes;
  const besideDecoder = (room - decoderBytes(metadata)) / encodedBytesEach.still + pipelinePixels;
  return Math.min(besideDecoder, room / encodedBytes(metadata));
}

/** Animations and row-by-row formats are read while they are written; all others are decoded first. */
async function readable(file: string, metadata: Metadata): Promise<Sharp> {
  const { format, width, height } = metadata;
  if (isAnimated(metadata) || isByRows(metadata))
    return loadSharp()(file, {
      animated: isAnimated(metadata),
      failOn: "error",
      sequentialRead: true,
    })
      .autoOrient()
      .toColourspace("srgb");
  const scale = Math.sqrt(Math.min(1, pixelsMadeMax(metadata) / (width * height)));
  const edgeMax = format === "heif" ? avifEdgeMax : wholeEdgeMax;
  const edge = Math.max(1, Math.min(edgeMax, Math.floor(Math.max(width, height) * scale)));
  const pixels = await decodeImage(file, "file", (whole) =>
    whole.resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true }),
  );
  return imageOf(pixels);
}

function encoded(image: Sharp, { format, isPalette, width, height }: Metadata): Sharp {
  if (format === "png")
    return image.png({ palette: isPalette && width * height <= palettePixelsMax, effort: 1 });
  if (format === "webp") return image.webp({ quality: 85, effort: 1 });
  if (format === "gif") return image.gif({ effort: 1 });
  if (format === "heif") return image.avif({ quality: 60, effort: 0 });
  // Optimised tables would need all of it in memory.
  return image.jpeg({ quality: 85, optimizeCoding: false });
}
