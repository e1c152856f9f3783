import { readFileSync } from "node:fs";
import { _createCache, _createIntlFormatters, createTranslator } from "use-intl/core";
import { locales } from "#lib/i18n/locales.ts";
import { withRussianNumbers } from "#lib/i18n/numbers.ts";

export type Translate = (key: string, values?: Record<string, string | number>) => string;

const _formatters = withRussianNumbers(_createIntlFormatters(_createCache()));

const translators = new Map<string, Translate>(
  locales.map((locale) => {
    const file = new URL(`../../messages/${locale}.json`, import.meta.url);
    const messages = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>; // createTranslator asks for text alone
    return [locale, createTranslator({ locale, messages, _formatters })];
  }),
);

/** Texts of messages/<locale>.json for what the server says; the key is `Namespace.key`. */
export function translatorFor(locale: string): Translate {
  const translate = translators.get(locale);
  if (!translate) throw new Error(`no messages for locale ${locale}`);
  return translate;
}

const defaultBrand = "Kampus";

/** The default brand has a spelling in each language, like on the pages; one set by the operator stays unchanged. */
export const brandIn = (locale: string, brand: string) =>
  brand === defaultBrand ? translatorFor(locale)("Site.brand") : brand;
