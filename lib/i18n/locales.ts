import languages from "#data/languages.json" with { type: "json" };

/** Languages of the interface, in the order of data/languages.json; the first is the default. */
export const locales: readonly string[] = languages.map((language) => language.locale);
export const defaultLocale = locales[0] ?? "ru";

export function isLocale(value: unknown): value is string {
  return locales.some((locale) => locale === value);
}

/** The name of a language in that language; for an unknown one, its code. */
export const nameOfLocale = (locale: string): string =>
  languages.find((language) => language.locale === locale)?.name ?? locale;
