/** The part of next-intl's formatters that turns numbers into text. */
interface NumberFormatters {
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => Intl.NumberFormat;
}

/**
 * Numbers inside texts (`#` of a plural, `{count, number}`) follow the Russian locale in every language
 * (S-FORMATS); the plural form stays that of the language.
 */
export function withRussianNumbers<Formatters extends NumberFormatters>(
  formatters: Formatters,
): Formatters {
  return {
    ...formatters,
    getNumberFormat: (_locale, options) => formatters.getNumberFormat("ru-RU", options),
  };
}
