import { formatTime } from "#lib/i18n/format.ts";

const date = new Intl.DateTimeFormat("ru-RU", { dateStyle: "short" });
const dayAndMonth = new Intl.DateTimeFormat("ru-RU", { day: "2-digit", month: "2-digit" });

/** "20.11.2026" in the browser's time zone: the Russian order, in digits that every language reads (S-FORMATS). */
export function formatDate(iso: string): string {
  return date.format(new Date(iso));
}

/** "12:48" today, the word given for yesterday, then the date, with its year when it is not the current one. */
export function formatShortMoment(iso: string, yesterday: string, now = new Date()): string {
  const at = new Date(iso);
  const ago = daysAgo(at, now);
  if (ago <= 0) return formatTime(at);
  if (ago === 1) return yesterday;
  return (at.getFullYear() === now.getFullYear() ? dayAndMonth : date).format(at);
}

/** Calendar days in the browser's time zone. */
export function daysAgo(at: Date, now: Date): number {
  const startOf = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate());
  return Math.round((startOf(now).getTime() - startOf(at).getTime()) / 86_400_000);
}
