import type { FoundLink } from "#lib/browser/links/text-links.ts";
import type { Mention } from "#lib/messenger/contract/schema.ts";

/** `at` is the offset in the whole text. */
export type TextPiece =
  | { kind: "text"; at: number; text: string }
  | { kind: "link"; at: number; text: string; href: string }
  | { kind: "mention"; at: number; text: string; id: number };

type Marked = { start: number; end: number } & (
  { kind: "link"; href: string } | { kind: "mention"; id: number }
);

/** A text in pieces as it is shown; joined, they are the text. A mention is never part of a link. */
export function textPieces(
  text: string,
  mentions: readonly Mention[],
  links: readonly FoundLink[],
): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end, ...mark } of marksIn(text, mentions, links)) {
    if (start > at) pieces.push({ kind: "text", at, text: text.slice(at, start) });
    pieces.push({ ...mark, at: start, text: text.slice(start, end) });
    at = end;
  }
  if (at < text.length) pieces.push({ kind: "text", at, text: text.slice(at) });
  return pieces;
}

/** Returns links and mentions in ascending order, without overlaps. */
function marksIn(
  text: string,
  mentions: readonly Mention[],
  links: readonly FoundLink[],
): Marked[] {
  const marks: Marked[] = [];
  const add = (mark: Marked) => {
    const isFree = marks.every(({ start, end }) => mark.end <= start || mark.start >= end);
    if (mark.end <= text.length && isFree) marks.push(mark);
  };
  for (const { id, offset, length } of mentions)
    add({ kind: "mention", id, start: offset, end: offset + length });
  for (const link of links) add({ kind: "link", ...link });
  return marks.sort((a, b) => a.start - b.start);
}

/** At most this many emoji, with nothing else in the message, are drawn large. */
const largeMax = 3;

/** One emoji as it is drawn: a flag, a keycap, or a picture with its colour, joined to others. */
const picture = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\uFE0F|\p{Emoji_Modifier}|\u200D))(?:\uFE0F|\p{Emoji_Modifier})?[\u{E0020}-\u{E007F}]*`;
const emoji = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|${picture}(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*)`;
const few = new RegExp(String.raw`^\s*(?:${emoji}\s*){1,${largeMax}}$`, "u");

/** A longer text is not examined: even the longest emoji has only a few dozen units. */
const lengthMax = 120;

export function isEmojiOnly(text: string): boolean {
  return text.length <= lengthMax && few.test(text);
}
