/** Events of classes, under /api/{l} (D-EVENTS). */
import * as z from "zod/mini";
import { person, personFace } from "#lib/auth/schema.ts";
import { clientId, cursorText, dataOf, id, messageWith, seekListOf } from "#lib/http/schema.ts";
import { eventAnswers, eventRights, shownEvent } from "#lib/members/class-event-schema.ts";
import { titleLine } from "#lib/validation/name-schema.ts";
import { missingOrInvalid, text } from "#lib/validation/schema.ts";
import { timeZone } from "#lib/validation/time-zone-schema.ts";

const eventTitleMax = 120;
const eventTextMax = 2000;
const eventPlaceMax = 200;
/** How long an event without an end counts as not over. */
export const hoursWithoutEnd = 3;
/** Nobody plans further ahead, so a later year is a typing error. */
const yearsAheadMax = 5;

const answer = z.enum(eventAnswers, { error: missingOrInvalid });
export type EventAnswer = z.infer<typeof answer>;

/**
 * `faces`: up to four of those who are going, the last answer first. Optional, because a server of the version before does
 * not send it.
 */
export const classEvent = z.object({
  id,
  author: person,
  ...shownEvent,
  faces: z.optional(z.array(personFace)),
});
export type ClassEvent = z.infer<typeof classEvent>;

/** When it is over, in milliseconds since the epoch. */
export const overMsOf = ({ start, end }: Pick<ClassEvent, "start" | "end">): number =>
  end === null ? Date.parse(start) + hoursWithoutEnd * 60 * 60 * 1000 : Date.parse(end);

export const eventAnswer = dataOf(classEvent);
export const eventChanged = messageWith(classEvent);
export const eventList = seekListOf(classEvent);
export type EventList = z.infer<typeof eventList>;

/** `past`: events that are over, newest first, instead of the coming ones, soonest first. */
export const eventsFilter = z.object({
  past: z.optional(z.enum(["0", "1", "false", "true"], { error: "Site.invalid" })),
  cursor: z.optional(cursorText),
});

export const eventRightsAnswer = dataOf(eventRights);

const furthest = () => {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + yearsAheadMax);
  return date.getTime();
};

const moment = z.string({ error: missingOrInvalid }).check(
  z.refine((value) => z.iso.datetime().safeParse(value).success, {
    error: missingOrInvalid,
    abort: true,
  }),
  z.refine((value) => Date.parse(value) <= furthest(), "Site.eventTooFar"),
);

const optionalMoment = z.pipe(
  z.nullish(z.string("Site.invalid")),
  z.pipe(
    z.transform((value: string | null | undefined) => (value?.trim() ? value : null)),
    z.nullable(moment),
  ),
);

/** Control characters except line feed and tab, which nobody types on purpose. */
const controls = /[^\P{Cc}\n\t]/gu;

/** A text that may be left out, or given as null, and is empty then. */
const optionalText = (checked: z.ZodMiniType<string, string>) =>
  z.pipe(
    z.nullish(text),
    z.pipe(
      z.transform((value: string | null | undefined) => value ?? ""),
      checked,
    ),
  );

const lines = optionalText(
  text.check(
    z.overwrite((value) =>
      value
        .replace(/\r\n?|\u2028|\u2029/g, "\n")
        .replace(controls, "")
        .trim(),
    ),
    z.maxLength(eventTextMax, "Site.max2000"),
  ),
);

const placeLine = optionalText(
  text.check(
    z.overwrite((value) =>
      value
        .replace(/\s+/gu, " ")
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
        .trim(),
    ),
    z.maxLength(eventPlaceMax, "Site.max200"),
  ),
);

interface Span {
  start: string;
  end?: string | null | undefined;
}

export const spanInOrder = z.refine<Span>(
  ({ start, end }) => end == null || Date.parse(end) >= Date.parse(start),
  { error: "Site.eventEndBeforeStart", path: ["end"] },
);

/** The form and the request. */
export const eventFields = z.object({
  title: titleLine(eventTitleMax, "Site.max120"),
  text: lines,
  place: placeLine,
  start: moment,
  end: optionalMoment,
  time_zone: timeZone,
});

export const eventInput = eventFields.check(spanInOrder);
export type EventInput = z.output<typeof eventInput>;

/** The request for a new event: the same `client_id` again makes nothing and answers the event made first. */
export const newEventInput = z
  .extend(eventFields, { client_id: z.optional(clientId) })
  .check(spanInOrder);
export type NewEventInput = z.output<typeof newEventInput>;

export const eventAnswerInput = z.object({ answer });

/** The members who gave this answer: a seek list of people, the latest answer first. */
export const eventAnswersFilter = z.object({
  answer: z._default(answer, "going"),
  cursor: z.optional(cursorText),
});
export const eventAnswersList = seekListOf(person);
export type EventAnswersList = z.infer<typeof eventAnswersList>;

/**
 * The address of the member's own calendar: everybody who knows it can read the events of their classes, until it is
 * renewed.
 */
const calendarAddress = z.object({ url: z.string() });
export const calendarAnswer = dataOf(calendarAddress);
export const calendarChanged = messageWith(calendarAddress);
