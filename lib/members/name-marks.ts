/**
 * Finds the letters of a name or a message that match the words of a search, so that a member sees why it was found.
 */

import { foldedText } from "#lib/members/folded-text.ts";
import { querySpellings, latinWords, wholeSpellings } from "#lib/members/spelling.ts";

export interface NamePart {
  text: string;
  marked: boolean;
}

/**
 * The name in pieces, those that match a typed word marked: compared as written, else by spelling, across scripts.
 * Nothing is marked unless every word equals a part of the name or begins one.
 */
export function nameParts(fullname: string, q: string): NamePart[] {
  const { parts, missed } = matchWords(fullname, wordsOf(q));
  return missed.length > 0 ? [{ text: fullname, marked: false }] : parts;
}

/**
 * The text in pieces, those that match any of the words marked; and the words that match none. `coveredBy`: how many
 * characters at the beginning of a part a word matches.
 */
export function matchWords(
  text: string,
  words: readonly string[],
  coveredBy = coveredByWord,
): { parts: NamePart[]; missed: string[] } {
  const pieces = text.split(separatorsKept);
  const typed = words.map((word) => pieces.map((piece) => coveredBy(piece, word)));
  const parts = pieces.flatMap((piece, index) => {
    const length = Math.max(0, ...typed.map((lengths) => lengths[index] ?? 0));
    return [
      { text: piece.slice(0, length), marked: true },
      { text: piece.slice(length), marked: false },
    ];
  });
  return {
    parts: parts.filter((part) => part.text !== ""),
    missed: words.filter((_, at) => typed[at]?.every((length) => length === 0)),
  };
}

/** The typed words of a search. */
export const wordsOf = (q: string): string[] =>
  q.split(separators).filter((word) => foldedText(word) !== "");

/** Matches separators between words; the apostrophes of Uzbek letters are part of a word. */
const separators = /[^\p{L}\p{M}\p{N}ʻʼ'’‘`´′]+/u;
const separatorsKept = new RegExp(`(${separators.source})`, "u");

/** How many characters at the beginning of the part the word covers; 0 when the part does not begin so. */
export function coveredByWord(part: string, word: string): number {
  const written = foldedText(word);
  if (foldedText(part).startsWith(written)) {
    let length = 1;
    while (foldedText(part.slice(0, length)).length < written.length) length += 1;
    return length;
  }
  return spelledOf(part, word);
}

/** The shortest beginning of the part that has the spelling of the word, in whichever script. */
function spelledOf(part: string, word: string): number {
  const [latinWord] = latinWords(word);
  const [latinPart] = latinWords(part);
  if (latinWord === undefined || latinPart === undefined) return 0;
  const wanted = querySpellings(latinWord);
  const isMet = (latin: string | undefined) =>
    latin !== undefined &&
    wanted.some(({ spelling, isWhole }) => {
      const met = wholeSpellings(latin);
      return isWhole ? met.includes(spelling) : met.some((one) => one.startsWith(spelling));
    });
  if (!isMet(latinPart)) return 0;
  if (
    wanted.some(({ spelling, isWhole }) => isWhole && wholeSpellings(latinPart).includes(spelling))
  )
    return part.length;
  let length = 1;
  while (length < part.length && !isMet(latinWords(part.slice(0, length))[0])) length += 1;
  return length;
}
