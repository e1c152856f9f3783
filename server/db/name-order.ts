/** The order of names in a language, as a text that the database compares byte by byte. */
import { normalized } from "#lib/validation/normalized.ts";

/** Letters beyond the Latin and Cyrillic ones are ordered by their code points, after these. */
const alphabets = [
  [0x61, 0x7a],
  [0xdf, 0x17f],
  [0x430, 0x45f],
  [0x461, 0x52f],
] as const;
/** Pairs of letters that count as one in some languages, such as Uzbek sh. */
const joined = ["oʻ", "gʻ", "sh", "ch", "ng"];
const lengthMax = 240;
const digitsMax = 30;

/**
 * Returns the sort key of a name: keys of one language compare, byte by byte, as `Intl.Collator` orders their names,
 * with numbers by value and without punctuation. A key depends on its own name alone, so that a new name changes no
 * other row (D-SORT-KEY). ASCII, at most 240 letters; names that differ only beyond that, or in case and accents, have
 * equal keys.
 */
export function sortKeys(locale: string): (name: string) => string {
  const { weights, longest } = weightsIn(locale);
  return (name) => {
    const text = plain(name, locale);
    let key = "";
    for (let at = 0; at < text.length && key.length < lengthMax;) {
      const digits = /^\d+/.exec(text.slice(at, at + digitsMax))?.[0];
      if (digits) {
        key += numberKey(digits);
        at += digits.length;
        continue;
      }
      const two = longest.has(text.slice(at, at + 2)) ? text.slice(at, at + 2) : "";
      const unit = two || String.fromCodePoint(text.codePointAt(at) ?? 0);
      key += weights.get(unit) ?? `z${(unit.codePointAt(0) ?? 0).toString(36).padStart(4, "0")}`;
      at += unit.length;
    }
    return key.slice(0, lengthMax);
  };
}

/** Lower-case letters and digits alone; ё and oʻ stay letters of their own. */
const plain = (name: string, locale: string) =>
  normalized(name, "NFKC")
    .toLocaleLowerCase(locale)
    .replace(/(?<=[og])['‘’`ʼʻ]/gu, "ʻ")
    .replace(/[^\p{L}\p{N}ʻ]|(?<![og])ʻ/gu, "");

/** Digits come before letters, and a longer number is the greater. */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, "");
  return `0${value.length.toString(36)}${value}`;
}

/** Two characters for each letter, equal for letters that differ only by an accent in the language. */
function weightsIn(locale: string) {
  const { compare } = new Intl.Collator(locale, { sensitivity: "base" });
  const isOneLetter = (pair: string) => compare(pair, `${pair.charAt(0)}zzz`) > 0;
  const longest = new Set(joined.filter(isOneLetter));
  const single = alphabets.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
  );
  const units = [...single, ...longest]
    .filter((unit) => /\p{L}/u.test(unit) && unit === unit.toLocaleLowerCase(locale))
    .sort(compare);
  const weights = new Map<string, string>();
  let place = 36;
  for (const [index, unit] of units.entries()) {
    const before = units[index - 1];
    if (before !== undefined && compare(before, unit) !== 0) place += 1;
    weights.set(unit, place.toString(36).padStart(2, "0"));
  }
  // An apostrophe that belongs to no letter does not count.
  weights.set("ʻ", "");
  return { weights, longest };
}
