// @ts-check
/**
 * `node scripts/emoji.mjs`: writes data/emoji/ anew, from the order of Emojibase and the names of Unicode CLDR. Run it to
 * offer the emoji of a newer version or to add a language, then `node scripts/transliterate.mjs` for Uzbek in Cyrillic.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { lineEach } from "./project/cyrillic-files.mjs";
import { inRoot } from "./project/paths.mjs";
import { withPackages } from "./project/with-packages.mjs";

/** The languages of data/languages.json that CLDR has. */
const locales = ["ru", "uz", "en"];

/** Newer emoji are missing from fonts that are still in use. */
const versionMax = 15;

/** Their numbers in Emojibase, in the order of `emojiCategories`. Number 2 is skin tones and hair. */
const groups = [0, 1, 3, 4, 5, 6, 7, 8, 9];

const packages = [
  "emojibase-data@17.0.0",
  "cldr-annotations-full@48.2.0",
  "cldr-annotations-derived-full@48.2.0",
];

/** @typedef {{ emoji: string, group?: number, order: number, version: number }} Emoji */
/** @typedef {{ [glyph: string]: { default?: string[], tts?: [string] } }} Annotations */

withPackages(packages, (folder) => {
  for (const locale of locales) {
    const file = `data/emoji/${locale}.json`;
    writeFileSync(inRoot(file), lineEach(emojiIn(folder, locale)));
    console.log(file);
  }
});

/** @param {string} folder @param {string} locale */
function emojiIn(folder, locale) {
  const emoji = /** @type {Emoji[]} */ (read(folder, "emojibase-data/en/data.json"));
  const names = annotationsIn(folder, locale);
  return groups.map((number) =>
    emoji
      .filter(({ group, version }) => group === number && version <= versionMax)
      .sort((one, other) => one.order - other.order)
      .map(({ emoji: glyph }) => [glyph, ...nameAndWords(glyph, names, locale)]),
  );
}

/** @param {string} folder @param {string} locale @returns {Annotations} */
function annotationsIn(folder, locale) {
  const [full, derived] = ["cldr-annotations-full", "cldr-annotations-derived-full"];
  const { annotations } = read(folder, `${full}/annotations/${locale}/annotations.json`);
  const { annotationsDerived } = read(
    folder,
    `${derived}/annotationsDerived/${locale}/annotations.json`,
  );
  return { ...annotations.annotations, ...annotationsDerived.annotations };
}

/**
 * The name, and the words of the keywords that the name does not have. CLDR leaves out the selector of the coloured form.
 *
 * @param {string} glyph @param {Annotations} names @param {string} locale
 */
function nameAndWords(glyph, names, locale) {
  const { tts: [name] = [""], default: keywords = [] } =
    names[glyph] ?? names[glyph.replaceAll("\uFE0F", "")] ?? {};
  /** @param {string} text */
  const wordsOf = (text) => text.toLocaleLowerCase(locale).split(/\s+/);
  const own = new Set(wordsOf(name));
  return [name, [...new Set(keywords.flatMap(wordsOf))].filter((word) => !own.has(word)).join(" ")];
}

/** @param {string} folder @param {string} file */
function read(folder, file) {
  return JSON.parse(readFileSync(path.join(folder, file), "utf8"));
}
