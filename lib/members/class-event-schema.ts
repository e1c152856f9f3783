/** What pages show of an event of a class (D-EVENTS), whichever feature answers it. */
import * as z from "zod/mini";
import { timestamp } from "#lib/http/schema.ts";

export const eventAnswers = ["going", "maybe", "no"] as const;

/** The reader's own answer to an event. */
export const myAnswer = z.nullable(z.enum(eventAnswers));

/** An event as the reader sees it, besides its id and author; members hidden from the reader are not counted. */
export const shownEvent = {
  title: z.string(),
  text: z.string(),
  place: z.string(),
  start: timestamp,
  end: z.nullable(timestamp),
  /** An IANA name: the zone whose clock the event's times follow. */
  time_zone: z.string(),
  answers: z.object({ going: z.int(), maybe: z.int(), no: z.int() }),
  my_answer: myAnswer,
  /** A cancelled event stays visible. */
  cancelled_at: z.nullable(timestamp),
};

/**
 * What the reader may do with the events of a class: make new ones, which its members may; change and cancel those of
 * others, which the owner of its chat may while they are of the class.
 */
export const eventRights = z.object({ create: z.boolean(), manage: z.boolean() });
export type EventRights = z.infer<typeof eventRights>;
