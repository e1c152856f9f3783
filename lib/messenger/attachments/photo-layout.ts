/** Places the pictures of a message beside and below each other; their room is reserved before they load. */
import type { Media } from "#lib/files/schema.ts";

/** The size in px, from this browser or from the server. */
type Sized = Pick<Media, "width" | "height">;

export interface PlacedPhoto<T> {
  photo: T;
  index: number;
  /** The share of the row's width; the pictures of a row fill it together. */
  share: number;
}

interface PhotoRow<T> {
  /** Width by height. */
  ratio: number;
  photos: PlacedPhoto<T>[];
}

/** The number of pictures in each row, by the number of all; from the tenth on, rows are like the last ones. */
const rowLengths = [
  [],
  [1],
  [2],
  [1, 2],
  [2, 2],
  [2, 3],
  [3, 3],
  [2, 2, 3],
  [2, 3, 3],
  [3, 3, 3],
  [2, 2, 3, 3],
];

/**
 * Limits the shape, so that a picture is neither a strip nor a pole; what lies outside is cropped until the picture is
 * opened.
 */
const ratioMin = 0.6;
const ratioMax = 2.4;
/** The narrowest shape in a row with others, where pictures are drawn from square thumbnails. */
const besideMin = 0.8;
const besideMax = 1.25;
/** The shape assumed of a picture of unknown size. */
const unknownRatio = 1;

/** In px. */
const groupWidth = 360;
const aloneWidthMax = 400;
const aloneHeightMax = 400;
const aloneWidthMin = 180;

export function photoRows<T extends Sized>(photos: readonly T[]): PhotoRow<T>[] {
  const lengths = rowLengths[photos.length] ?? [];
  let next = 0;
  return lengths.map((length) => {
    const row = photos.slice(next, next + length).map((photo, place) => ({
      photo,
      index: next + place,
      ratio:
        length === 1 ? ratioOf(photo, ratioMin, ratioMax) : ratioOf(photo, besideMin, besideMax),
    }));
    next += length;
    const whole = row.reduce((sum, { ratio }) => sum + ratio, 0);
    return {
      ratio: whole,
      photos: row.map(({ ratio, ...placed }) => ({ ...placed, share: ratio / whole })),
    };
  });
}

/** In px; where there is less room, everything shrinks alike. */
export function photosWidth(photos: readonly Sized[]): number {
  const [first] = photos;
  if (!first || photos.length > 1) return groupWidth;
  const ratio = ratioOf(first, ratioMin, ratioMax);
  const own = first.width ?? aloneWidthMax;
  return Math.round(Math.max(aloneWidthMin, Math.min(own, aloneWidthMax, aloneHeightMax * ratio)));
}

function ratioOf({ width, height }: Sized, min: number, max: number): number {
  const ratio = width && height ? width / height : unknownRatio;
  return Math.min(max, Math.max(min, ratio));
}
