import sharp, { type Metadata, type Sharp } from "sharp";
import { Failure, invalidField } from "#server/failure.ts";
import { decodeImage, imageOf, unreadable } from "#server/uploads/decode-image.ts";

/** In lists, which show squares. */
const squareEdge = 360;
/** In messages, where it fills a bubble. */
const wholeEdge = 720;
const pixelsMax = 33_000_000;
const framesMax = 1_000;
const remadeWithinS = 20;
/** Of an image that is decoded whole rather than row by row, in pixels: what it takes stays bounded (security.md U1). */
const wholeEdgeMax = 4096;
/** AVIF is slow to make. */
const avifEdgeMax = 2048;

/** Upright, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The middle of the image, or all of it in its own proportions. */
export type ThumbShape = "square" | "whole";

/**
 * A picture of the image that is none larger than it, and the size of the image itself. `field` is what a failure names.
 * @throws {Failure} `invalid`: no image, damaged, or too large to decode.
 */
export async function makeThumb(
  file: string,
  field: string,
  shape: ThumbShape,
): Promise<{ thumb: Buffer; size: Size }> {
  const edge = shape === "square" ? squareEdge : wholeEdge;
  const fit = shape === "square" ? "cover" : "inside";
  const pixels = await decodeImage(file, field, (image) =>
    image.resize({ width: edge, height: edge, fit, withoutEnlargement: true }),
  );
  const thumb = await imageOf(pixels).webp({ quality: 80 }).toBuffer();
  const { autoOrient } = await sharp(file).metadata();
  return { thumb, size: { width: autoOrient.width, height: autoOrient.height } };
}

/**
 * Makes an image anew from its pixels, in its own format and upright, without all that was beside them: where it was
 * taken, and by what. What moves goes on moving. Answers its size. To be called after `makeThumb`, which refuses what is no safe image.
 * @throws {Failure} `invalid`
 */
export async function remakeImage(file: string, target: string): Promise<Size> {
  try {
    const metadata = await sharp(file).metadata();
    if (framePixels(metadata) > pixelsMax || (metadata.pages ?? 1) > framesMax)
      throw invalidField("file", "Answers.mediaFrames");
    const image = await readable(file, metadata);
    const made = await encoded(image, metadata).timeout({ seconds: remadeWithinS }).toFile(target);
    // Frames are counted one below the other.
    return { width: made.width, height: made.pageHeight ?? made.height };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unreadable("file", error);
  }
}

const framePixels = ({ width, height, pages = 1 }: Metadata) => width * height * pages;

/** Animations and what comes row by row are read while they are written; all else is decoded first. */
async function readable(file: string, { format, pages, isProgressive }: Metadata): Promise<Sharp> {
  const isAnimated = (pages ?? 1) > 1 && format !== "heif";
  const byRows = ["jpeg", "png"].includes(format) && !isProgressive;
  if (isAnimated || byRows || format === "gif")
    return sharp(file, { animated: isAnimated, failOn: "error", sequentialRead: true })
      .autoOrient()
      .toColourspace("srgb");
  const edge = format === "heif" ? avifEdgeMax : wholeEdgeMax;
  const pixels = await decodeImage(file, "file", (whole) =>
    whole.resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true }),
  );
  return imageOf(pixels);
}

function encoded(image: Sharp, { format, isPalette }: Metadata): Sharp {
  if (format === "png") return image.png({ palette: isPalette });
  if (format === "webp") return image.webp({ quality: 85, effort: 1 });
  if (format === "gif") return image.gif({ effort: 1 });
  if (format === "heif") return image.avif({ quality: 60, effort: 0 });
  // Better tables would take all of it in memory.
  return image.jpeg({ quality: 85, optimizeCoding: false });
}
