import { linksIn } from "#lib/messenger/links.ts";
import type { Mention } from "#lib/messenger/contract/schema.ts";

/** `at` is where it begins in the whole text. */
export type TextPiece =
  | { kind: "text"; at: number; text: string }
  | { kind: "link"; at: number; text: string; href: string }
  | { kind: "mention"; at: number; text: string; id: number };

type Marked = { start: number; end: number } & (
  { kind: "link"; href: string } | { kind: "mention"; id: number }
);

/** A text as it is shown; together the pieces are the text. A mention is never part of a link. */
export function textPieces(text: string, mentions: readonly Mention[] = []): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end, ...mark } of marksIn(text, mentions)) {
    if (start > at) pieces.push({ kind: "text", at, text: text.slice(at, start) });
    pieces.push({ ...mark, at: start, text: text.slice(start, end) });
    at = end;
  }
  if (at < text.length) pieces.push({ kind: "text", at, text: text.slice(at) });
  return pieces;
}

/** Ascending, none over another. */
function marksIn(text: string, mentions: readonly Mention[]): Marked[] {
  const marks: Marked[] = [];
  const add = (mark: Marked) => {
    const isFree = marks.every(({ start, end }) => mark.end <= start || mark.start >= end);
    if (mark.end <= text.length && isFree) marks.push(mark);
  };
  for (const { id, offset, length } of mentions)
    add({ kind: "mention", id, start: offset, end: offset + length });
  for (const link of linksIn(text)) add({ kind: "link", ...link });
  return marks.sort((a, b) => a.start - b.start);
}
