/** Dates and numbers follow the Russian locale in every language of the interface (S-FORMATS). */
const locale = "ru-RU";

const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" });
const dayOfYear = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "long",
  year: "numeric",
});
const number = new Intl.NumberFormat(locale);
const fileSize = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

const fileSizeUnits = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** "12:48" in the browser's time zone; `iso` is a timestamp of the server. */
export function formatTime(iso: string | Date): string {
  return time.format(new Date(iso));
}

/** "20 ноября", with the year when it is not the current one. */
export function formatDay(iso: string | Date, now: Date = new Date()): string {
  const date = new Date(iso);
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date);
}

/** "1 234,5". */
export function formatNumber(value: number): string {
  return number.format(value);
}

/** Seconds as a clock counts them down: "0:45", "59:59", "23:00:00". */
export function formatCountdown(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

/** "1,5 MB": steps of 1024, at most one decimal. */
export function formatFileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // A size that would print as 1024 belongs to the next unit.
  while (size >= 1023.95 && unit < fileSizeUnits.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${fileSize.format(size)} ${fileSizeUnits[unit]}`;
}
