/** A language is one file of texts and one row of `data/languages.json`; no code knows which ones there are. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import languages from "#data/languages.json" with { type: "json" };
import { inRoot } from "#scripts/project/paths.mjs";

/** Import names that only some languages have; the others have the English ones. */
const mayName = ["lib/i18n/time-zones.ts", "lib/messenger/emoji/emoji.ts"];

test("every language has its texts, and every file of texts its language", () => {
  const files = globSync("messages/*.json", { cwd: inRoot(".") });
  const expected = languages.map(({ locale }) => `messages/${locale}.json`);
  expect(files.sort()).toEqual(expected.sort());
});

test("no module of the site names a language of the members, so that another needs no change there", () => {
  const naming = globSync("{app,components,lib,server}/**/*.{ts,tsx}", { cwd: inRoot(".") })
    .filter((file) => !/\.test\.tsx?$|\/(?:migrations|seed|suites|testing)\//.test(file))
    .filter((file) => /\buz(?:-Cyrl)?["']?\s*:|["']uz(?:-Cyrl)?["']/.test(textOf(file)));
  expect(naming.sort()).toEqual(mayName);
});

const textOf = (file: string) => readFileSync(inRoot(file), "utf8");
