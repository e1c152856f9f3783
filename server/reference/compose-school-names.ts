/** The names by which a school that a member makes is shown to everybody (D-SCHOOL). */
import { isCyrillic, locales, localeOfText } from "#lib/i18n/locales.ts";
import { type SchoolName, schoolNumberText } from "#lib/params/school-name.ts";
import type { Names } from "#server/db/localised-names.ts";
import { translatorFor } from "#server/infra/translations.ts";

/**
 * A school with a number is named in every language from its number and kinds alone: all who write these share the
 * school, so it must not show other words of whoever came first. A school with only a name keeps it as it was written,
 * for the language of its letters: its key is the whole name.
 */
export function composeSchoolNames({ number, kinds }: SchoolName, written: string): Names {
  if (!number) return { [localeOfText(written)]: written };
  return Object.fromEntries(
    locales.map((locale) => {
      const text = translatorFor(locale);
      const script = isCyrillic(locale) ? "cyrillic" : "latin";
      const values = { number: schoolNumberText(number, script) };
      if (kinds.length === 0) return [locale, text("Schools.numbered", values)];
      const kind = kinds.map((one) => text(`Schools.kinds.${one}`)).join(", ");
      return [locale, capitalised(text("Schools.numberedKind", { ...values, kind }), locale)];
    }),
  );
}

const capitalised = (text: string, locale: string) =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
