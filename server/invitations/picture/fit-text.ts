/** Fits a text into a given number of lines: at the largest size that fits, else its beginning with an ellipsis. */
import { drawable, type Weight, widthOf } from "#server/invitations/picture/typeface.ts";

export interface TextRoom {
  weight: Weight;
  width: number;
  linesMax: number;
  /** From the largest to the smallest. */
  sizes: readonly number[];
}

export interface FittedText {
  size: number;
  lines: string[];
}

const ellipsis = "…";

export function fitText(text: string, room: TextRoom): FittedText {
  const words = drawable(text).split(" ");
  for (const size of room.sizes) {
    const lines = wrapped(words, room.width / size, room.weight);
    if (lines && lines.length <= room.linesMax) return { size, lines };
  }
  const size = room.sizes.at(-1) ?? 1;
  return { size, lines: shortened(words, room.width / size, room) };
}

/** Null: a word is wider than a line. `width` is that of a text of size 1. */
function wrapped(words: string[], width: number, weight: Weight): string[] | null {
  const lines: string[] = [];
  for (const word of words) {
    if (widthOf(word, weight) > width) return null;
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, weight) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Breaks words that are wider than a line, and cuts off what does not fit. */
function shortened(words: string[], width: number, { weight, linesMax }: TextRoom): string[] {
  const pieces = words.flatMap((word) => broken(word, width, weight));
  const lines = wrapped(pieces, width, weight) ?? [];
  if (lines.length <= linesMax) return lines;
  const kept = lines.slice(0, linesMax);
  const last = Array.from(kept[linesMax - 1] ?? "");
  while (last.length > 0 && widthOf(last.join("") + ellipsis, weight) > width) last.pop();
  return [...kept.slice(0, -1), last.join("").trimEnd() + ellipsis];
}

function broken(word: string, width: number, weight: Weight): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of Array.from(word)) {
    if (widthOf(piece + character, weight) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...pieces, piece];
}
