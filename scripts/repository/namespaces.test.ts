/**
 * The lists of namespaces that pages are sent with (components/layout/surface-messages.tsx) match what their components
 * use.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";
import { loadedWith, pageModules, pages, textOf } from "#scripts/repository/import-graph.ts";

const messages = JSON.parse(readFileSync(inRoot("messages/ru.json"), "utf8")) as object; // only its keys are read
const namespaces = new Set(Object.keys(messages));

const captured = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name).filter((name) => namespaces.has(name));

/** The name in `useTranslations("Friends")`, or the beginning of a whole key, as in `"Friends.accept"`. */
const usedIn = (text: string) => [
  ...captured(text, /\buseTranslations\(\s*"(\w+)"/g),
  ...captured(text, /["'`](\w+)\.(?=[\w$])/g),
];

const sentBy = (text: string) =>
  [...text.matchAll(/namespaces=\{\[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
    captured(list, /"(\w+)"/g),
  );

/** A schema comes with each answer that it parses; its issues are only shown by its form. */
const isSchema = (file: string) => file.endsWith("schema.ts");

const usedBy = (files: string[]) =>
  new Set(
    [...loadedWith(files).inBrowser]
      .filter((file) => !isSchema(file))
      .flatMap((file) => usedIn(textOf(file))),
  );

/**
 * The bell of the header draws its requests by the rows of friends, which mention friends only in their own lists. The
 * search comes with it, and this page has none.
 */
const loadedButNeverShown = {
  "app/[locale]/missing/page.tsx": ["Search", "Presence"],
  "app/[locale]/site/(home)/page.tsx": ["Presence"],
  "app/[locale]/site/(home)/for-members/page.tsx": ["Presence"],
};

test("every page is sent with the texts that its components show in the browser", () => {
  const missing = pages.map(({ page, files }) => {
    const sent = new Set(files.flatMap((file) => sentBy(textOf(file))));
    return [page, [...usedBy(files).difference(sent)]] as const;
  });
  expect(Object.fromEntries(missing.filter(([, names]) => names.length > 0))).toEqual(
    loadedButNeverShown,
  );
});

test("no texts are sent that no page below shows in the browser", () => {
  const senders = new Set(pages.flatMap(({ files }) => files));
  const superfluous = [...senders].flatMap((sender) => {
    const below = pages.filter(({ files }) => files.includes(sender));
    const used = new Set(below.flatMap(({ files }) => [...usedBy(files)]));
    return sentBy(textOf(sender))
      .filter((name) => !used.has(name))
      .map((name) => `${sender}: ${name}`);
  });
  expect(superfluous).toEqual([]);
});

test("a component names its namespace where it requests texts, so that both are found", () => {
  const unnamed = [...pageModules.keys()].filter((file) =>
    /\buseTranslations\(\s*[^"\s)]/.test(textOf(file)),
  );
  expect(unnamed).toEqual([]);
  expect(usedIn('useTranslations("Friends"); t(`Ties.${kind}`); "settings.json"')).toEqual([
    "Friends",
    "Ties",
  ]);
  expect(sentBy('<SurfaceMessages namespaces={["Auth", "Captcha"]}>')).toEqual(["Auth", "Captcha"]);
});
