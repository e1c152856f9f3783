import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import compileMessage from "icu-minify/compile";
import { _createCache, _createIntlFormatters, createTranslator } from "use-intl/core";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import formatMessage from "#lib/i18n/format-message.ts";
import nextConfig from "#next.config.ts";
import { inRoot } from "#scripts/project/paths.mjs";

interface Tree {
  [key: string]: Tree | string;
}

const locales = readdirSync(inRoot("messages")).map((file) => file.replace(/\.json$/, ""));
const treeOf = (locale: string) =>
  JSON.parse(readFileSync(inRoot(`messages/${locale}.json`), "utf8")) as Tree; // its shape is tested here

/** Every message by its whole key, e.g. `Site.required`. */
function flatten(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

const all = new Map(locales.map((locale) => [locale, new Map(flatten(treeOf(locale)))]));
const messagesOf = (locale: string) => all.get(locale) ?? new Map<string, string>();
const reference = messagesOf("ru");

test("the languages on offer are those with messages", () => {
  const offered = JSON.parse(readFileSync(inRoot("data/languages.json"), "utf8")) as {
    locale: string;
  }[]; // read by the server with its schema
  expect(locales.toSorted()).toEqual(offered.map(({ locale }) => locale).toSorted());
});

test("the pages format messages with the formatter that writes numbers the Russian way", () => {
  expect(nextConfig.turbopack?.resolveAlias).toMatchObject({
    "use-intl/format-message": "./lib/i18n/format-message.ts",
  });
});

describe.each(locales)("messages in %s", (locale) => {
  const messages = messagesOf(locale);

  test("have the same keys as those of every other language", () => {
    expect([...messages.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
  });

  test("are never empty", () => {
    expect([...messages].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("take the arguments that the other languages take", () => {
    const names = (text: string) => argumentsOf(text).map(({ name }) => name);
    const different = [...messages]
      .map(([key, text]) => ({
        key,
        has: [...new Set(names(text))].toSorted(),
        needs: [...new Set(names(reference.get(key) ?? ""))].toSorted(),
      }))
      .filter(({ has, needs }) => has.join() !== needs.join());
    expect(different).toEqual([]);
  });

  test("count whatever another language counts", () => {
    const counted = (text: string | undefined) =>
      argumentsOf(text ?? "").filter(({ kind }) => kind === "plural" || kind === "number");
    const uncounted = [...messages].flatMap(([key, text]) => {
      const here = new Set(counted(text).map(({ name }) => name));
      const there = locales.flatMap((other) => counted(messagesOf(other).get(key)));
      return there.filter(({ name }) => !here.has(name)).map(({ name }) => `${key}: ${name}`);
    });
    expect(uncounted).toEqual([]);
  });

  test("have every plural form of the language, or the one that serves any number", () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const used = (branches: string[]) => forms.filter((form) => branches.includes(form));
    const incomplete = [...messages]
      .flatMap(([key, text]) => argumentsOf(text).map((argument) => ({ key, ...argument })))
      .filter(({ kind }) => kind === "plural")
      .filter(({ branches }) => used(branches).length > 1 && used(branches).length < forms.length);
    expect(incomplete).toEqual([]);
  });

  test("write the number for 21 where they write it for other numbers", () => {
    const form = new Intl.PluralRules(locale).select(21);
    const silent = [...messages]
      .flatMap(([key, text]) => argumentsOf(text).map((argument) => ({ key, ...argument })))
      .filter(({ kind, counting }) => kind === "plural" && counting.length > 0)
      .filter(({ branches, counting }) => branches.includes(form) && !counting.includes(form));
    expect(silent).toEqual([]);
  });

  test("use only letters that the fonts of the pages have", async () => {
    const css = await readFile(inRoot("components/layout/fonts/onest.css"), "utf8");
    const ranges = css
      .split("@font-face")
      .filter((face) => face.includes('url("./onest-'))
      .flatMap((face) => [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)])
      .map(([, first = "", last = first]) => [parseInt(first, 16), parseInt(last, 16)] as const);
    const isFetched = (letter: string) => {
      const code = letter.codePointAt(0) ?? 0;
      return ranges.some(([first, last]) => first <= code && code <= last);
    };
    const letters = new Set([...messages.values()].join("").match(/\p{L}/gu));
    expect([...letters].filter((letter) => !isFetched(letter))).toEqual([]);
  });

  test("can all be shown", () => {
    const faults: string[] = [];
    const translate = createTranslator({
      locale,
      messages: treeOf(locale),
      onError: (error) => faults.push(error.message),
    });
    for (const [key, text] of messages)
      void translate.rich(key as never, valuesFor(argumentsOf(text)) as never); // keys of a file are not known to the compiler
    expect(faults).toEqual([]);
  });

  test("group the digits of numbers as Russian does", () => {
    const phone = /\+\d[\d ]*/g;
    const number = /\d+(?:[ ,.\u00a0\u202f]\d{3}(?!\d))*/g;
    const grouped = /^\d{1,3}(?:\u00a0\d{3})*$/;
    const otherwise = [...messages.values()]
      .flatMap((text) => text.replace(phone, "").match(number) ?? [])
      .filter((written) => !grouped.test(written));
    expect(otherwise).toEqual([]);
  });

  test("write numbers the Russian way on the pages", () => {
    const formatters = _createIntlFormatters(_createCache());
    const options = { cache: _createCache(), formatters, locale };
    const counting = [...messages].filter(([, text]) => countsIn(text));
    const otherwise = counting
      .map(([key, text]) => ({
        key,
        shown: formatMessage(
          key,
          compileMessage(text),
          valuesFor(argumentsOf(text), 1234),
          options,
        ),
      }))
      .filter(({ shown }) => !JSON.stringify(shown).includes("1\u00a0234"));
    expect(counting).not.toEqual([]);
    expect(otherwise).toEqual([]);
  });
});

interface MessageArgument {
  name: string;
  kind: "value" | "number" | "plural" | "select" | "tag";
  /** The branches of a plural or a select, e.g. `one`, `=0`, `other`. */
  branches: string[];
  /** Those of the branches that write the number, as `#`. */
  counting: string[];
}

const argumentsOf = (message: string): MessageArgument[] => argumentsIn(compileMessage(message));

/** By the number that a compiled message gives them. The first is that of `#`, which only a tag has in this place. */
const kinds = ["tag", "select", "plural", "plural", "number", "value", "value"] as const;

/** The arguments among compiled nodes: `[name]`, `[name, kind, options]`, `[tag, ...children]`. */
function argumentsIn(nodes: unknown): MessageArgument[] {
  return [nodes].flat().flatMap((node): MessageArgument[] => {
    if (!Array.isArray(node)) return []; // text, or `#`
    const [name, type, options = {}] = node as [string, unknown, Record<string, unknown>?]; // as icu-minify compiles
    const ofNumber = typeof type === "number" ? kinds[type] : undefined;
    const kind = ofNumber ?? (type === undefined ? "value" : "tag");
    const argument: MessageArgument = { name, kind, branches: [], counting: [] };
    if (kind === "tag") return [argument, ...argumentsIn(node.slice(1))];
    if (kind !== "plural" && kind !== "select") return [argument];
    for (const [branch, inside] of Object.entries(options)) {
      argument.branches.push(branch);
      if ([inside].flat(Infinity).includes(0)) argument.counting.push(branch);
    }
    return [argument, ...Object.values(options).flatMap(argumentsIn)];
  });
}

const countsIn = (text: string) =>
  text.includes("#") || argumentsOf(text).some(({ kind }) => kind === "number");

function valuesFor(messageArguments: MessageArgument[], number = 1) {
  return Object.fromEntries(
    messageArguments.map(({ name, kind }) => [
      name,
      kind === "tag" ? (inside: ReactNode) => inside : kind === "select" ? "other" : number,
    ]),
  );
}
