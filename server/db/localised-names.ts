/** Names per locale of the reference data. A missing one falls back to the default language, then to any. */
import { type Expression, sql } from "kysely";
import { defaultLocale } from "#lib/i18n/locales.ts";

/** Locale → name. */
export type Names = Record<string, string>;

/** The name in a locale, of a column of `Names`. */
export const nameIn = (names: Expression<Names>, locale: string) =>
  sql<string>`coalesce(
    ${names} ->> ${locale}::text, ${names} ->> ${defaultLocale}::text,
    (SELECT value FROM jsonb_each_text(${names}) ORDER BY key COLLATE "C" LIMIT 1)
  )`;

/** As `nameIn`, for names that are already in memory. */
export function nameOf(names: Names, locale: string): string {
  const any = Object.keys(names).sort()[0] ?? "";
  return names[locale] ?? names[defaultLocale] ?? names[any] ?? "";
}
