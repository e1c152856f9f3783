const date = new Intl.DateTimeFormat("ru-RU", { dateStyle: "short" });

/** "20.11.2026" in the browser's time zone: the Russian order, in digits that every language reads (S-FORMATS). */
export function formatDate(iso: string): string {
  return date.format(new Date(iso));
}
