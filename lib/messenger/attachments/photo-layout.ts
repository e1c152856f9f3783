/** How the pictures of a message lie beside and below each other; their room is known before they have come. */
import type { Media } from "#lib/files/schema.ts";

/** Of this browser or of the server; px. */
type Sized = Pick<Media, "width" | "height">;

export interface PlacedPhoto<T> {
  photo: T;
  index: number;
  /** Of the width of the row, which they fill together. */
  share: number;
}

interface PhotoRow<T> {
  /** Width by height. */
  ratio: number;
  photos: PlacedPhoto<T>[];
}

/** How many pictures each row has, by how many there are in all; from the tenth on as the rest. */
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

/** Neither a strip nor a pole: what goes beyond is cut off until it is opened. */
const ratioMin = 0.6;
const ratioMax = 2.4;
/** In a row with others, where they are drawn from thumbnails, which are square. */
const besideMin = 0.8;
const besideMax = 1.25;
/** Of a picture whose size is not known. */
const unknownRatio = 1;

/** Px. */
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

/** Px; where there is less room, all shrinks alike. */
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
