import { readdirSync, readFileSync } from "node:fs";
import { createTranslator } from "use-intl/core";
import { describe, expect, test } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";
import { argumentsOf, type MessageArgument } from "#scripts/repository/message-arguments.ts";

interface Tree {
  [key: string]: Tree | string;
}

const locales = readdirSync(inRoot("messages")).map((file) => file.replace(/\.json$/, ""));
const treeOf = (locale: string) =>
  JSON.parse(readFileSync(inRoot(`messages/${locale}.json`), "utf8")) as Tree; // its shape is what is tested

/** Every message by its whole key, e.g. `Site.required`. */
function flatten(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

const messagesOf = (locale: string) => new Map(flatten(treeOf(locale)));
const reference = messagesOf("ru");

test("the languages on offer are those with messages", () => {
  const offered = JSON.parse(readFileSync(inRoot("data/languages.json"), "utf8")) as {
    locale: string;
  }[]; // read by the server with its schema
  expect(locales.toSorted()).toEqual(offered.map(({ locale }) => locale).toSorted());
});

describe.each(locales)("messages in %s", (locale) => {
  const messages = messagesOf(locale);

  test("are those of every other language", () => {
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

  test("have every plural form of the language, or the one that serves any number", () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const used = (branches: string[]) => forms.filter((form) => branches.includes(form));
    const incomplete = [...messages]
      .flatMap(([key, text]) => argumentsOf(text).map((argument) => ({ key, ...argument })))
      .filter(({ kind }) => kind === "plural")
      .filter(({ branches }) => used(branches).length > 1 && used(branches).length < forms.length);
    expect(incomplete).toEqual([]);
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
});

function valuesFor(messageArguments: MessageArgument[]) {
  return Object.fromEntries(
    messageArguments.map(({ name, kind }) => [
      name,
      kind === "tag" ? (inside: unknown) => inside : kind === "select" ? "other" : 1,
    ]),
  );
}
