import { nameParts, wordsOf } from "#lib/members/name-marks.ts";
import { characterStart } from "#lib/messenger/text/character-start.ts";

/** How many characters of a text are shown before the first of the matching words. */
const leadMax = 24;
/** Of a longer gap between two matching words, about this many characters are shown at each end. */
const besideMax = 12;
/** How many characters are shown after the last matching word. A row shows fewer, but a screen reader reads them all. */
const restMax = 160;

/** A place of the text that matches the typed word of this index. */
interface Match {
  word: number;
  from: number;
  to: number;
}

/** The text around the matching words, in one line: from shortly before the first, where they stand closest together. */
export function excerptOf(text: string, q: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const [first, ...others] = closestOf(
    wordsOf(q).flatMap((word, index) => matchesOf(line, word, index)),
  );
  if (!first) return withoutEnd(line);
  let excerpt = `${leadTo(line, first.from)}${line.slice(first.from, first.to)}`;
  let { to } = first;
  for (const match of others) {
    if (match.to <= to) continue;
    const from = Math.max(match.from, to);
    excerpt += `${shortGap(line.slice(to, from))}${line.slice(from, match.to)}`;
    to = match.to;
  }
  return `${excerpt}${withoutEnd(line.slice(to))}`;
}

function matchesOf(line: string, typed: string, word: number): Match[] {
  let to = 0;
  return nameParts(line, typed).flatMap(({ text, marked }) => {
    const from = to;
    to += text.length;
    return marked ? [{ word, from, to }] : [];
  });
}

/**
 * Returns the matches in the shortest part of the text that contains every matching word, in ascending order; of
 * several such parts, the first.
 */
function closestOf(matches: Match[]): Match[] {
  const ascending = matches.toSorted((one, other) => one.from - other.from);
  const words = new Set(ascending.map(({ word }) => word)).size;
  /** The last match of each word, in the order of the text. */
  const last = new Map<number, Match>();
  let closest: Match[] = [];
  const lengthOf = (stretch: Match[]) => (stretch.at(-1)?.to ?? Infinity) - (stretch[0]?.from ?? 0);
  for (const match of ascending) {
    last.delete(match.word);
    last.set(match.word, match);
    const stretch = [...last.values()];
    if (stretch.length === words && lengthOf(stretch) < lengthOf(closest)) closest = stretch;
  }
  return closest;
}

function leadTo(line: string, from: number): string {
  if (from <= leadMax) return line.slice(0, from);
  const start = characterStart(line, from - leadMax);
  return `…${line.slice(start, from).replace(/^\S*\s/u, "")}`;
}

function shortGap(gap: string): string {
  // Where the matching word ends: the match may be only its beginning.
  const rest = gap.search(/\s/u);
  if (rest === -1) return gap;
  const before = gap.slice(0, Math.max(rest, besideMax)).replace(/\s+\S*$/u, "");
  const start = characterStart(gap, Math.max(0, gap.length - besideMax));
  const after = gap.slice(start).replace(/^\S*\s/u, "");
  const short = `${before} … ${after}`;
  return short.length < gap.length ? short : gap;
}

function withoutEnd(text: string): string {
  if (text.length <= restMax) return text;
  return `${text.slice(0, characterStart(text, restMax)).replace(/\s\S*$/u, "")}…`;
}
