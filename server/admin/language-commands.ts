import { readFileSync } from "node:fs";
import { z } from "zod";
import { defaultLocale, locales } from "#lib/i18n/locales.ts";
import { siteSettings } from "#lib/settings/schema.ts";
import type { Command } from "#server/admin/command.ts";
import { readData } from "#server/infra/read-data.ts";
import { errorCodeOf, StartFault } from "#server/infra/start-fault.ts";
import { listLanguages } from "#server/languages/repository.ts";
import { readReferenceFiles } from "#server/reference/read-reference-files.ts";

interface Missing {
  locale: string;
  file: string;
  missing: number;
  total: number;
  /** A few of them. */
  examples: string[];
}

const examplesMax = 5;
const texts = z.record(z.string(), z.record(z.string(), z.unknown()));

/** The keys of messages/<locale>.json; empty where there is no such file. */
function textKeys(locale: string): string[] {
  const file = new URL(`../../messages/${locale}.json`, import.meta.url);
  try {
    const namespaces = texts.parse(JSON.parse(readFileSync(file, "utf8")));
    return Object.entries(namespaces).flatMap(([namespace, keys]) =>
      Object.keys(keys).map((key) => `${namespace}.${key}`),
    );
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** The texts that each file lacks in a language, for which another language stands in. */
function missingIn(locale: string): Missing[] {
  const row = (file: string, needed: string[], there: Set<string>): Missing => {
    const missing = needed.filter((key) => !there.has(key));
    return {
      locale,
      file,
      missing: missing.length,
      total: needed.length,
      examples: missing.slice(0, examplesMax),
    };
  };
  const settings = readData("settings", z.record(z.string(), siteSettings));
  const rows = [
    row(`messages/${locale}.json`, textKeys(defaultLocale), new Set(textKeys(locale))),
    row("data/settings.json", [locale], new Set(Object.keys(settings))),
  ];
  for (const [file, entries] of Object.entries(readReferenceFiles())) {
    const list = entries as { id: number; names: Record<string, string> }[]; // each file has a schema of its own
    const named = list.filter(({ names }) => names[locale] !== undefined);
    const idOf = ({ id }: { id: number }) => `id ${id}`;
    rows.push(row(`data/${file}.json`, list.map(idOf), new Set(named.map(idOf))));
  }
  return rows;
}

export const languageCommands: Command[] = [
  {
    name: "languages",
    summary: "the languages that this deployment serves",
    example: "languages",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan:
      () =>
      async ({ trx, output }) => {
        output.list(await listLanguages(trx), {
          columns: [
            { title: "id", width: 3, of: ({ id }) => String(id) },
            { title: "language", width: 9, of: ({ locale }) => locale },
            { title: "name", width: 0, of: ({ name }) => name },
          ],
          empty: "No languages",
        });
      },
  },
  {
    name: "languages check",
    words: "[LOCALE]",
    summary: "what texts, settings and names are missing in a language, or in each",
    example: "languages check en",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const [locale] = given.words;
      if (locale !== undefined && !locales.includes(locale))
        throw new StartFault([`${JSON.stringify(locale)} is not one of ${locales.join(", ")}`]);
      return async ({ output }) => {
        const rows = (locale ? [locale] : locales).flatMap(missingIn);
        output.list(rows, {
          columns: [
            { title: "language", width: 9, of: (row) => row.locale },
            { title: "file", width: 26, of: ({ file }) => file },
            { title: "missing", width: 8, of: ({ missing }) => String(missing) },
            { title: "of", width: 7, of: ({ total }) => String(total) },
            { title: "such as", width: 0, of: ({ examples }) => examples.join(", ") },
          ],
          empty: "No languages",
        });
      };
    },
  },
];
