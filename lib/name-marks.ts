/** Which letters of a name or a message the words of a search begin with, so that one sees why somebody was found. */

export interface NamePart {
  text: string;
  marked: boolean;
}

/**
 * The name in pieces, those that were typed marked. Nothing is marked unless every word begins a part of the name as it
 * is written: somebody found by the other script's spelling was not found by these letters.
 */
export function nameParts(fullname: string, q: string): NamePart[] {
  const plain = [{ text: fullname, marked: false }];
  const words = q.split(separators).map(folded).filter(Boolean);
  if (words.length === 0) return plain;
  const parts = fullname.split(separatorsKept);
  const lengths = parts.map((part) => Math.max(0, ...words.map((word) => typedOf(part, word))));
  const isHonest = words.every((word) => parts.some((part) => typedOf(part, word) > 0));
  if (!isHonest) return plain;
  return parts
    .flatMap((text, index) => {
      const length = lengths[index] ?? 0;
      return [
        { text: text.slice(0, length), marked: true },
        { text: text.slice(length), marked: false },
      ];
    })
    .filter(({ text }) => text !== "");
}

/** Whatever is no part of a word; the signs of Uzbek are. */
const separators = /[^\p{L}\p{M}\p{N}ʻʼ'’‘`´′]+/u;
const separatorsKept = new RegExp(`(${separators.source})`, "u");

/** How many characters of the part the word covers from its beginning; 0 when it does not begin so. */
function typedOf(part: string, word: string): number {
  if (!folded(part).startsWith(word)) return 0;
  let length = 1;
  while (folded(part.slice(0, length)).length < word.length) length += 1;
  return length;
}

/** As the search compares: without case, ё and the accents; the signs of Uzbek are typed with any apostrophe. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ʻʼ'’‘`´′]/gu, "")
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "");
}
