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
