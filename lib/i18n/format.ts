import { formatLocale } from "#lib/i18n/numbers.ts";

/** Makes a formatter at its first use: the first one of a page takes a slow phone a tenth of a second. */
function lazily<Formatter>(make: () => Formatter): () => Formatter {
  let made: Formatter | undefined;
  return () => (made ??= make());
}

const day = lazily(() => new Intl.DateTimeFormat(formatLocale, { day: "numeric", month: "long" }));
const dayOfYear = lazily(
  () => new Intl.DateTimeFormat(formatLocale, { day: "numeric", month: "long", year: "numeric" }),
);
const fileSize = lazily(() => new Intl.NumberFormat(formatLocale, { maximumFractionDigits: 1 }));

const fileSizeUnits = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** 5 → "05". */
export const twoDigits = (value: number) => String(value).padStart(2, "0");

/** "12:48" in the browser's time zone; `iso` is a timestamp of the server. */
export function formatTime(iso: string | Date): string {
  const date = new Date(iso);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** "20 ноября", with the year when it is not the current one. */
export function formatDay(iso: string | Date, now: Date = new Date()): string {
  const date = new Date(iso);
  return (date.getFullYear() === now.getFullYear() ? day() : dayOfYear()).format(date);
}

/** Seconds as a clock counts them down: "0:45", "59:59", "23:00:00". */
export function formatCountdown(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...rest.map(twoDigits)].join(":");
}

/** The whole percent that `part` is of `whole`, at most 100; 0 where `whole` is 0. */
export const percentOf = (part: number, whole: number): number =>
  Math.min(100, Math.floor((part / Math.max(whole, 1)) * 100));

/** "1,5 MB": steps of 1024, at most one decimal. */
export function formatFileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // A size that would print as 1024 belongs to the next unit.
  while (size >= 1023.95 && unit < fileSizeUnits.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${fileSize().format(size)} ${fileSizeUnits[unit]}`;
}
