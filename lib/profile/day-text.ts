/** Days are formatted in UTC, in which views are counted, so that no time zone moves them by a day. */
const day = new Intl.DateTimeFormat("ru-RU", {
  day: "2-digit",
  month: "2-digit",
  timeZone: "UTC",
});

/** "2026-11-20" → "20.11": the Russian order, in digits that every language reads (S-FORMATS). */
export const dayText = (date: string) => day.format(new Date(date));
