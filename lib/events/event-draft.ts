import * as z from "zod/mini";
import { type ClassEvent, eventFields, eventInput, spanInOrder } from "#lib/events/schema.ts";
import { ownTimeZone } from "#lib/i18n/own-time-zone.ts";
import { instantOf, wallTimeOf } from "#lib/i18n/zoned-time.ts";
import { knownTimeZone } from "#lib/validation/time-zone-schema.ts";

/** The values of the form, in the order of its fields; times are those of the clock in the event's time zone. */
export interface EventDraft {
  title: string;
  start: string;
  end: string;
  time_zone: string;
  place: string;
  text: string;
}

export const emptyEvent = (): EventDraft => ({
  title: "",
  start: "",
  end: "",
  time_zone: knownTimeZone(ownTimeZone()),
  place: "",
  text: "",
});

export function eventDraftOf({ title, start, end, place, text, ...event }: ClassEvent): EventDraft {
  const time_zone = knownTimeZone(event.time_zone);
  return {
    title,
    start: wallTimeOf(start, time_zone),
    end: end === null ? "" : wallTimeOf(end, time_zone),
    time_zone,
    place,
    text,
  };
}

/**
 * The request body of a draft. What the author has left as the form showed it is sent as it was before, because the form
 * has no seconds, and cannot tell apart the two hours that a clock shows in autumn.
 */
export function eventInputOf(
  { start, end, time_zone, ...draft }: EventDraft,
  before: ClassEvent | null,
) {
  const shown = before && eventDraftOf(before);
  const isKept = (name: "start" | "end", time: string) =>
    shown?.time_zone === time_zone && shown[name] === time;
  return {
    ...draft,
    time_zone,
    start: before && isKept("start", start) ? before.start : instantOf(start, time_zone),
    end: before && isKept("end", end) ? before.end : end === "" ? null : instantOf(end, time_zone),
  };
}

/** Its own schema: zod skips whole-object checks while a field is faulty. */
const ordered = z.pipe(
  z.pick(eventFields, { start: true, end: true }),
  z.object({ start: z.string(), end: z.nullable(z.string()) }).check(spanInOrder),
);

/** Whether an event has begun is left to the server, because the clock of a phone may be days wrong. */
export const eventForm = [eventInput, ordered];
