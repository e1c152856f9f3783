/** One skeleton for all the ways of writing a name: Каримов is Karimov, Юлия is Yuliya and Yulia. */
import { normalized } from "#lib/validation/normalized.ts";

/** A placeholder for the Uzbek ў, until `readings` expands it. */
export const oOrU = "ø";

const ofCyrillic: Record<string, string> = {
  ...pairs("абвгдежзийклмнопрстуфхыэ", "abvgdejziyklmnoprstufhye"),
  ...pairs("ёғқҳъь", "egkh"),
  ...pairs("іїєґәөүұһӣӯҷ", "iiegaouuhiuj"),
  ...{ ц: "ts", ч: "ch", ш: "sh", щ: "sh", ю: "yu", я: "ya", ң: "ng", ў: oOrU },
};

/** Letters of neighbouring Latin alphabets that stand for another sound than the same letter without its mark. */
const ofLatin = { ş: "sh", ç: "ch", ı: "i" };

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, index) => [letter, to[index] ?? ""]));
}

const letters: Record<string, string> = { ...ofCyrillic, ...ofLatin };
const notPlain = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/**
 * Characters that people type in place of the mark of oʻ and gʻ, or leave out; also combining accents of Cyrillic
 * letters.
 */
export const apostrophe = "['`\\u00b4\\u02b9-\\u02bf\\u2018\\u2019\\u201b\\u2032\\uff07]";
const apostrophes = new RegExp(apostrophe, "g");
const markedO = new RegExp(`[oо]${apostrophe}+`, "g");

/** Lower-case text, each letter as one code point where one exists. */
export const normal = (text: string): string => normalized(text.toLowerCase(), "NFC");

/**
 * Words in lower-case Latin letters without apostrophes and accents, and digits: no character that a query would
 * interpret. Of marked letters only oʻ stays distinct.
 */
export const latinWords = (text: string): string[] =>
  normalized(
    normal(text)
      .replace(markedO, oOrU)
      .replace(apostrophes, "")
      .replace(notPlain, (letter) => letters[letter] ?? ""),
    "NFD",
  )
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words as they are written, apart from case and apostrophes. */
export const writtenWords = (text: string): string[] =>
  normal(text)
    .replace(apostrophes, "")
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/**
 * Letters that are written in several ways. A "c" at the end of a word is left alone, because it may still become "ch".
 */
const varying = /shch|sch|dzh|zh|dj|kh|ye|yo|ch|c(?!$)|[qwy]/g;
const usual: Record<string, string> = {
  ...{ shch: "sh", sch: "sh", dzh: "j", zh: "j", dj: "j", kh: "h", ye: "e", yo: "e" },
  ...{ c: "k", q: "k", w: "v", y: "i" },
};

/** Only a word that matches this has a skeleton other than itself. */
const varied = new RegExp(`${varying.source}|[x${oOrU}]|(\\p{L})\\1`, "u");

/**
 * `kept`: doubled letters count, except the "ii" that spellings of one sound produce within a word. `folded`: they do
 * not. Three equal letters always count, because no name is written so.
 */
function skeleton(word: string, doubles: "kept" | "folded"): string {
  let made = "";
  let from = 0;
  for (const { 0: run, index } of word.matchAll(/(\p{L})\1{2,}/gu)) {
    made += foldedPart(word.slice(from, index), doubles) + run.replace(varying, usualOf);
    from = index + run.length;
  }
  return made + foldedPart(word.slice(from), doubles);
}

const usualOf = (written: string) => usual[written] ?? written;

function foldedPart(part: string, doubles: "kept" | "folded"): string {
  const made = part.replace(varying, usualOf);
  return doubles === "kept"
    ? made.replace(/(?<=\p{L})i{2,}/gu, "i")
    : made.replace(/(\p{L})\1+/gu, "$1");
}

/** "x" is the Uzbek х, and the кс of Alexandr; "oʻ" is "у" in Russian papers, and "o" where the mark is left out. */
const read: [letter: string, as: string[]][] = [
  ["x", ["h", "ks"]],
  [oOrU, ["o", "u"]],
];

/** At most four: a letter is read the same way wherever it stands in the word. */
const readings = (word: string) =>
  read
    .filter(([letter]) => word.includes(letter))
    .reduce(
      (words, [letter, as]) =>
        as.flatMap((one) => words.map((each) => each.replaceAll(letter, one))),
      [word],
    );

/** How a searched word matches: as the beginning of another word, or as the whole of it. */
export interface Spelling {
  spelling: string;
  isWhole: boolean;
}

/** A name is found by any of these. With its doubled letters folded, the word must match as a whole. */
export function querySpellings(word: string): Spelling[] {
  const all = readings(word);
  const begun = new Set(all.map((reading) => skeleton(reading, "kept")));
  const whole = new Set(all.map((reading) => skeleton(reading, "folded")));
  return [
    ...[...begun].map((spelling) => ({ spelling, isWhole: false })),
    ...[...whole]
      .filter((spelling) => !begun.has(spelling))
      .map((spelling) => ({ spelling, isWhole: true })),
  ];
}

/** The spellings of a stored word as a whole. */
export const wholeSpellings = (word: string): string[] => [
  ...new Set(
    readings(word).flatMap((reading) => [skeleton(reading, "kept"), skeleton(reading, "folded")]),
  ),
];

/** Grows with the skeletons that `storedSpellings` makes of a word: its letters, once for each reading. */
export const spellingWork = (word: string): number =>
  varied.test(word) ? readings(word).length * word.length : 0;

/**
 * Skeletons of a stored word: their prefixes match while the member types. Between the letters of "kh" the typed word
 * still begins with "k", which no prefix of its skeleton does.
 */
export function storedSpellings(word: string): string[] {
  if (!varied.test(word)) return [word];
  const stored: string[] = [];
  const add = (spelling: string) => {
    if (!stored.some((other) => other.startsWith(spelling))) stored.push(spelling);
  };
  const all = readings(word);
  for (const spelling of wholeSpellings(word)) add(spelling);
  for (const reading of all)
    for (const { 0: written, index } of reading.matchAll(varying))
      for (let typed = 1; typed <= written.length; typed++)
        add(skeleton(reading.slice(0, index + typed), "kept"));
  return stored;
}
