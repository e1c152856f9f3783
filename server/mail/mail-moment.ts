import { formatLocale } from "#lib/i18n/numbers.ts";
import { knownTimeZone } from "#lib/validation/time-zone-schema.ts";

/** A moment in the member's time zone, with the zone. In digits, as in every language. */
export function mailMoment(date: Date, timeZone: string | null | undefined): string {
  return new Intl.DateTimeFormat(formatLocale, {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: knownTimeZone(timeZone),
    timeZoneName: "short",
  }).format(date);
}
