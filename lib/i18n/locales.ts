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

/** Whether the language is written in Cyrillic letters. */
export const isCyrillic = (locale: string): boolean =>
  new Intl.Locale(locale).maximize().script === "Cyrl";

interface WrittenLanguage {
  locale: string;
  /** Small letters by which a text is known to be in this language rather than in another of the same script. */
  letters?: string;
}

/** The likely language of a text: one whose `letters` it has, else the first one of its script. */
export function localeOfText(text: string, known: readonly WrittenLanguage[] = languages): string {
  const written = new Set(text.toLowerCase());
  const byLetters = known.find(({ letters = "" }) => [...letters].some((one) => written.has(one)));
  const inCyrillic = /\p{Script=Cyrillic}/u.test(text);
  const found = byLetters ?? known.find(({ locale }) => isCyrillic(locale) === inCyrillic);
  return found?.locale ?? defaultLocale;
}
