// @ts-check
/** The files with Uzbek in Cyrillic, made from those with Uzbek in Latin. */
import { readFile } from "node:fs/promises";
import { inRoot } from "./paths.mjs";
import { messageInCyrillic, toCyrillic } from "./uzbek-cyrillic.mjs";

const from = "uz";
const to = "uz-Cyrl";

/** @typedef {{ [key: string]: Tree | string }} Tree */

/** @param {Tree} tree @returns {Tree} */
const treeInCyrillic = (tree) =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === "string" ? messageInCyrillic(value) : treeInCyrillic(value),
    ]),
  );

/** Files of names per language; each row gets its name in Cyrillic right after the one in Latin. */
const namedFiles = ["establishments", "regions", "institutions", "spheres", "positions"];

/**
 * Everything in Cyrillic that is made from Latin, by file.
 *
 * @returns {Promise<Map<string, unknown>>}
 */
export async function madeInCyrillic() {
  const made = new Map();
  made.set(`messages/${to}.json`, treeInCyrillic(await readJson(`messages/${from}.json`)));
  for (const name of namedFiles) {
    const rows = /** @type {{ names: Record<string, string> }[]} */ (
      await readJson(`data/${name}.json`)
    );
    made.set(
      `data/${name}.json`,
      rows.map((row) => ({ ...row, names: withCyrillic(row.names, toCyrillic) })),
    );
  }
  const emoji = /** @type {[glyph: string, name: string, words: string][][]} */ (
    await readJson(`data/emoji/${from}.json`)
  );
  made.set(
    `data/emoji/${to}.json`,
    emoji.map((category) =>
      category.map(([glyph, name, words]) => [glyph, toCyrillic(name), toCyrillic(words)]),
    ),
  );
  const timeZones = /** @type {Record<string, string>} */ (
    await readJson(`data/time-zones/${from}.json`)
  );
  made.set(
    `data/time-zones/${to}.json`,
    Object.fromEntries(Object.entries(timeZones).map(([zone, name]) => [zone, toCyrillic(name)])),
  );
  const settings = /** @type {Record<string, Record<string, string>>} */ (
    await readJson("data/settings.json")
  );
  made.set(
    "data/settings.json",
    withCyrillic(settings, (row) => ({
      ...row,
      office_address: toCyrillic(row.office_address ?? ""),
    })),
  );
  return made;
}

/**
 * @template Value
 * @param {Record<string, Value>} byLocale
 * @param {(latin: Value) => Value} translate
 */
function withCyrillic(byLocale, translate) {
  return Object.fromEntries(
    Object.entries(byLocale)
      .filter(([locale]) => locale !== to)
      .flatMap(([locale, value]) =>
        locale === from
          ? [
              [locale, value],
              [to, translate(value)],
            ]
          : [[locale, value]],
      ),
  );
}

/** @param {string} file */
const readJson = async (file) => JSON.parse(await readFile(inRoot(file), "utf8"));

/** The layout of data/emoji/: a list of lists, with a line for each entry. @param {unknown[][]} lists */
export function lineEach(lists) {
  const written = lists.map(
    (list) => `[${list.map((entry) => JSON.stringify(entry)).join(",\n")}]`,
  );
  return `[${written.join(",\n")}]\n`;
}
