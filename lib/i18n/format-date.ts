import { formatTime, twoDigits } from "#lib/i18n/format.ts";

/** "20.11.2026" in the browser's time zone: the Russian order, in digits that every language reads (S-FORMATS). */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return `${dayAndMonth(date)}.${date.getFullYear()}`;
}

/** "12:48" today, the word given for yesterday, then the date, with its year when it is not the current one. */
export function formatShortMoment(iso: string, yesterday: string, today: Date): string {
  const at = new Date(iso);
  const ago = daysAgo(at, today);
  if (ago <= 0) return formatTime(at);
  if (ago === 1) return yesterday;
  return at.getFullYear() === today.getFullYear() ? dayAndMonth(at) : formatDate(iso);
}

const dayAndMonth = (date: Date) =>
  formatDayAndMonth({ day: date.getDate(), month: date.getMonth() + 1 });

/** "29.02": in digits and in an order that every language reads. */
export const formatDayAndMonth = ({ day, month }: { day: number; month: number }): string =>
  `${twoDigits(day)}.${twoDigits(month)}`;

/** Calendar days in the browser's time zone. */
export function daysAgo(at: Date, now: Date): number {
  const startOf = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate());
  return Math.round((startOf(now).getTime() - startOf(at).getTime()) / 86_400_000);
}
