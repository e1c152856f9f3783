/** One skeleton for all the ways in which people write a name: Каримов is Karimov, Юлия is Yuliya and Yulia. */

/** The Uzbek ў until it is read. */
export const oOrU = "ø";

const ofCyrillic: Record<string, string> = {
  ...pairs("абвгдежзийклмнопрстуфхыэ", "abvgdejziyklmnoprstufhye"),
  ...pairs("ёғқҳъь", "egkh"),
  ...pairs("іїєґәөүұһӣӯҷ", "iiegaouuhiuj"),
  ...{ ц: "ts", ч: "ch", ш: "sh", щ: "sh", ю: "yu", я: "ya", ң: "ng", ў: oOrU },
};

/** Letters of the Latin alphabets around that are not what they are without their marks. */
const ofLatin = { ş: "sh", ç: "ch", ı: "i" };

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, index) => [letter, to[index] ?? ""]));
}

const letters: Record<string, string> = { ...ofCyrillic, ...ofLatin };
const notPlain = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/** Marks that people type for the one of oʻ and gʻ, or leave out; of Cyrillic letters, too. */
export const apostrophe = "['`\\u00b4\\u02b9-\\u02bf\\u2018\\u2019\\u201b\\u2032\\uff07]";
const apostrophes = new RegExp(apostrophe, "g");
const markedO = new RegExp(`[oо]${apostrophe}+`, "g");

/** In small letters, each of one code point where there is one. */
export const normal = (text: string): string => text.toLowerCase().normalize("NFC");

/**
 * Words in lower-case Latin letters without apostrophes and accents, and digits: nothing that a query would read. Of
 * marked letters only oʻ stays apart.
 */
export const latinWords = (text: string): string[] =>
  normal(text)
    .replace(markedO, oOrU)
    .replace(apostrophes, "")
    .replace(notPlain, (letter) => letters[letter] ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words as they are written, but for case and apostrophes. */
export const writtenWords = (text: string): string[] =>
  normal(text)
    .replace(apostrophes, "")
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** What one writes in several ways; "c" that ends a word may become "ch" yet. */
const varying = /shch|sch|dzh|zh|dj|kh|ye|yo|ch|c(?!$)|[qwy]/g;
const usual: Record<string, string> = {
  ...{ shch: "sh", sch: "sh", dzh: "j", zh: "j", dj: "j", kh: "h", ye: "e", yo: "e" },
  ...{ c: "k", q: "k", w: "v", y: "i" },
};

/** Only a word in which this is met has another skeleton than itself. */
const varied = new RegExp(`${varying.source}|[x${oOrU}]|(\\p{L})\\1`, "u");

/**
 * `kept`: doubled letters count, but for the "ii" that spellings of one sound make within a word. `folded`: they do not.
 * Three equal letters are no way to write a name: they always count.
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

/** "x" is the Uzbek х, and the кс of Alexandr; "oʻ" is "у" in Russian papers, "o" where the mark is left out. */
const read: [letter: string, as: string[]][] = [
  ["x", ["h", "ks"]],
  [oOrU, ["o", "u"]],
];

/** Up to four: a letter is read alike wherever it stands in the word. */
const readings = (word: string) =>
  read
    .filter(([letter]) => word.includes(letter))
    .reduce(
      (words, [letter, as]) =>
        as.flatMap((one) => words.map((each) => each.replaceAll(letter, one))),
      [word],
    );

/** How a word that is looked for is met: by the beginning of another, or by it alone. */
export interface Spelling {
  spelling: string;
  isWhole: boolean;
}

/** A name is found by any. With its doubled letters written once, the word is another that must be met whole. */
export function querySpellings(word: string): Spelling[] {
  const all = readings(word);
  const begun = new Set(all.map((reading) => skeleton(reading, "kept")));
  const whole = new Set(all.map((reading) => skeleton(reading, "folded"))).difference(begun);
  return [
    ...[...begun].map((spelling) => ({ spelling, isWhole: false })),
    ...[...whole].map((spelling) => ({ spelling, isWhole: true })),
  ];
}

/** All of a word that is to be found. */
export const wholeSpellings = (word: string): string[] => [
  ...new Set(
    readings(word).flatMap((reading) => [skeleton(reading, "kept"), skeleton(reading, "folded")]),
  ),
];

/**
 * Skeletons of a word that is to be found: by their beginnings it is met while it is typed. Between the letters of "kh"
 * the word still begins with "k", which no beginning of its skeleton does.
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
