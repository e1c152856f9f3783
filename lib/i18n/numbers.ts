/** Dates and numbers follow the Russian locale in every language of the interface (S-FORMATS). */
export const formatLocale = "ru-RU";

/** The part of next-intl's formatters that turns numbers into text. */
interface NumberFormatters {
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => Intl.NumberFormat;
}

/**
 * Numbers inside texts (`#` of a plural, `{count, number}`) follow `formatLocale`; the plural form stays that of the
 * language.
 */
export function withRussianNumbers<Formatters extends NumberFormatters>(
  formatters: Formatters,
): Formatters {
  return {
    ...formatters,
    getNumberFormat: (_locale, options) => formatters.getNumberFormat(formatLocale, options),
  };
}

let number: Intl.NumberFormat | undefined;

/** "1 234,5". The formatter is made at its first use, since that takes a slow phone a tenth of a second. */
export function formatNumber(value: number): string {
  const hasGroups = Math.abs(value) >= 1000 || !Number.isInteger(value);
  if (!hasGroups) return String(value);
  number ??= new Intl.NumberFormat(formatLocale);
  return number.format(value);
}
