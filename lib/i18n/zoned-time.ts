/** Times as the clock of a place shows them, in the form of `<input type="datetime-local">`: "2026-12-12T18:00". */
import { formatLocale } from "#lib/i18n/numbers.ts";
import { knownTimeZone } from "#lib/validation/time-zone-schema.ts";

const partsOf = (instantMs: number, timeZone: string | undefined) =>
  new Map(
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    })
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, value]),
  );

/** The clock time at an instant; without a zone, by the clock of this browser, which may have no name for its zone. */
export function wallTimeOf(iso: string, timeZone?: string): string {
  const parts = partsOf(Date.parse(iso), timeZone);
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? "";
  const year = part("year").padStart(4, "0");
  return `${year}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** How far the clock is ahead of UTC. */
const offsetMsAt = (instantMs: number, timeZone: string) =>
  Date.parse(`${wallTimeOf(new Date(instantMs).toISOString(), timeZone)}Z`) -
  Math.floor(instantMs / 60_000) * 60_000;

/**
 * The instant at which the clock shows a time; "" for invalid text. Of a time that the clock shows twice, in autumn, it
 * is one of the two; a time that the clock skips, in spring, is moved by the skip.
 */
export function instantOf(wallTime: string, timeZone: string): string {
  const asUtc = Date.parse(`${wallTime}Z`);
  if (Number.isNaN(asUtc)) return "";
  const near = asUtc - offsetMsAt(asUtc, timeZone);
  return new Date(asUtc - offsetMsAt(near, timeZone)).toISOString();
}

const clock = (timeZone: string, withDay: boolean, withZone: boolean) =>
  new Intl.DateTimeFormat(formatLocale, {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    ...(withDay && { day: "2-digit", month: "2-digit", year: "numeric" }),
    ...(withZone && { timeZoneName: "short" }),
  });

interface EventStart {
  start: string;
  time_zone: string;
}

/** The zone by whose clock an event is shown, and whether the reader's own clock shows another time then. */
function clockOf({ start, time_zone }: EventStart, readerZone: string | undefined) {
  const timeZone = knownTimeZone(time_zone);
  return { timeZone, isElsewhere: wallTimeOf(start, timeZone) !== wallTimeOf(start, readerZone) };
}

/**
 * "12.12.2026, 18:00–21:00" by the event's clock, in digits that every language reads (S-FORMATS); with the zone where
 * the reader's clock shows another time. Without `readerZone` that is the clock of this browser.
 */
export function eventTimeText(
  { end, ...event }: EventStart & { end: string | null },
  readerZone?: string,
): string {
  const { start } = event;
  const { timeZone, isElsewhere } = clockOf(event, readerZone);
  if (end === null) return clock(timeZone, true, isElsewhere).format(new Date(start));
  const isSameDay =
    wallTimeOf(start, timeZone).slice(0, 10) === wallTimeOf(end, timeZone).slice(0, 10);
  const from = clock(timeZone, true, false).format(new Date(start));
  return `${from}–${clock(timeZone, !isSameDay, isElsewhere).format(new Date(end))}`;
}

/**
 * The start of an event in parts: "12.12", "18:00", with the zone as above, and the year where it is not the current one.
 */
export function eventStartParts(event: EventStart, readerZone?: string) {
  const { timeZone, isElsewhere } = clockOf(event, readerZone);
  const date = wallTimeOf(event.start, timeZone);
  const year = date.slice(0, 4);
  const isThisYear = wallTimeOf(new Date().toISOString(), timeZone).startsWith(year);
  return {
    day: `${date.slice(8, 10)}.${date.slice(5, 7)}`,
    year: isThisYear ? null : year,
    time: clock(timeZone, false, isElsewhere).format(new Date(event.start)),
  };
}
