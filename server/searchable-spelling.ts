/** One skeleton for all the ways in which people write a name: Каримов is Karimov, Юлия is Yuliya and Yulia. */

const ofCyrillic: Record<string, string> = {
  ...pairs("абвгдежзийклмнопрстуфхыэ", "abvgdejziyklmnoprstufhye"),
  ...pairs("ёғқҳўъь", "egkho"),
  ...pairs("іїєґәөүұһӣӯҷ", "iiegaouuhiuj"),
  ...{ ц: "ts", ч: "ch", ш: "sh", щ: "sh", ю: "yu", я: "ya", ң: "ng" },
};

/** Letters of the Latin alphabets around that are not what they are without their marks. */
const ofLatin = { ş: "sh", ç: "ch", ı: "i" };

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, index) => [letter, to[index] ?? ""]));
}

const letters: Record<string, string> = { ...ofCyrillic, ...ofLatin };
const notPlain = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/** Marks that people type for the one of oʻ and gʻ, or leave out. */
const apostrophes = /['`\u00b4\u02b9-\u02bf\u2018\u2019\u201b\u2032\uff07]/g;

/** Words in lower-case Latin letters without apostrophes and accents, and digits: nothing that a query would read. */
export const latinWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(apostrophes, "")
    .normalize("NFC")
    .replace(notPlain, (letter) => letters[letter] ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** What one writes in several ways; "c" that ends a word may become "ch" yet. */
const varying = /shch|dzh|zh|dj|kh|ye|yo|ch|c(?!$)|[qwy]/g;
const usual: Record<string, string> = {
  ...{ shch: "sh", dzh: "j", zh: "j", dj: "j", kh: "h", ye: "e", yo: "e" },
  ...{ c: "k", q: "k", w: "v", y: "i" },
};

const skeleton = (word: string) =>
  word.replace(varying, (written) => usual[written] ?? written).replace(/(\p{L})\1+/gu, "$1");

/** "x" is the Uzbek х, and the кс of Alexandr. */
const readings = (word: string) =>
  word.includes("x") ? [word.replaceAll("x", "h"), word.replaceAll("x", "ks")] : [word];

/** Skeletons of a word that is looked for: a name is found by any. */
export const askedSpellings = (word: string): string[] => [
  ...new Set(readings(word).map(skeleton)),
];

/**
 * Skeletons of a word that is to be found: by their beginnings it is met while it is typed. Between the letters of "kh"
 * the word still begins with "k", which no beginning of its skeleton does.
 */
export function storedSpellings(word: string): string[] {
  const stored: string[] = [];
  const add = (spelling: string) => {
    if (!stored.some((other) => other.startsWith(spelling))) stored.push(spelling);
  };
  const all = readings(word);
  for (const reading of all) add(skeleton(reading));
  for (const reading of all)
    for (const { 0: written, index } of reading.matchAll(varying))
      for (let typed = 1; typed <= written.length; typed++)
        add(skeleton(reading.slice(0, index + typed)));
  return stored;
}
