/** Events as their readers see them. */
import { type RawBuilder, sql } from "kysely";
import type { Person } from "#lib/auth/schema.ts";
import { type ClassEvent, type EventAnswer, hoursWithoutEnd } from "#lib/events/schema.ts";
import { asDeleted, type Persons } from "#server/auth/person.ts";
import type { Reader } from "#server/plugins/session.ts";
import { isUnblocked } from "#server/visibility.ts";

export interface EventRow {
  id: number;
  title: string;
  text: string;
  place: string;
  starts_at: Date;
  ends_at: Date | null;
  over_at: Date;
  time_zone: string;
  author_id: number;
  /** Whether there is no block between the author and the reader. */
  names_author: boolean;
  cancelled_at: Date | null;
  answers: ClassEvent["answers"];
  face_ids: number[];
  my_answer: EventAnswer | null;
}

/** The answers to the current event, only of members whom the reader can meet, as in the list of them. */
const metAnswers = (readerId: number) => sql`
  FROM event_answers JOIN users ON users.id = event_answers.user_id
  WHERE event_answers.event_id = class_events.id
    AND users.verified_at IS NOT NULL AND users.deleted_at IS NULL AND ${isUnblocked(readerId)}`;

/** The number of members by their answer to the current event. */
export const answersFor = (readerId: number): RawBuilder<ClassEvent["answers"]> => sql`(
  SELECT json_build_object(
    'going', count(*) FILTER (WHERE answer = 'going'),
    'maybe', count(*) FILTER (WHERE answer = 'maybe'),
    'no', count(*) FILTER (WHERE answer = 'no'))
  ${metAnswers(readerId)})`;

const facesMax = 4;

/** The ids of those who said last that they come to the current event, the last one first. */
const faceIdsFor = (readerId: number): RawBuilder<number[]> => sql`ARRAY(
  SELECT event_answers.user_id ${metAnswers(readerId)} AND event_answers.answer = 'going'
  ORDER BY event_answers.answered_at DESC, event_answers.user_id DESC
  LIMIT ${facesMax})`;

/** When the current event is over: one without an end lasts three hours (D-EVENTS). */
const overAt = sql<Date>`coalesce(class_events.ends_at, class_events.starts_at + ${hoursWithoutEnd} * interval '1 hour')`;

/**
 * Whether the current event is not over. The condition on `over_at` follows from the other one; it is there because the
 * index is on `over_at`.
 */
export const isComing = sql<boolean>`(
  class_events.over_at > now() - ${hoursWithoutEnd} * interval '1 hour' AND ${overAt} > now())`;

/** Whether the current event begins within a day, and has not begun. */
export const isWithinDay = sql<boolean>`(
  class_events.starts_at > now() AND class_events.starts_at <= now() + interval '24 hours')`;

/** Whether the current event is over; `over_at` as in `isComing`. */
export const isOver = sql<boolean>`(class_events.over_at <= now() AND ${overAt} <= now())`;

export const answerOf = (readerId: number): RawBuilder<EventAnswer | null> => sql`(
  SELECT answer FROM event_answers
  WHERE event_answers.event_id = class_events.id AND event_answers.user_id = ${readerId})`;

/** Whether a member with this answer counts as coming. */
export const isComer = (answer: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${answer} IN ('going', 'maybe')`;

/** Columns of `class_events`, whose author is the current row of `users`, that make an event for the reader. */
export const eventColumns = (readerId: number) =>
  [
    "class_events.id",
    "class_events.title",
    "class_events.text",
    "class_events.place",
    "class_events.starts_at",
    "class_events.ends_at",
    "class_events.over_at",
    "class_events.time_zone",
    "class_events.author_id",
    isUnblocked(readerId).as("names_author"),
    "class_events.cancelled_at",
    answersFor(readerId).as("answers"),
    faceIdsFor(readerId).as("face_ids"),
    answerOf(readerId).as("my_answer"),
  ] as const;

/**
 * Adds to the rows their authors and faces, who are read by one query. Across a block, where only those who manage the events
 * of the class find them, an author stands as one who has deleted their account.
 */
export async function withPeople<Row extends EventRow>(
  persons: Persons,
  reader: Reader,
  rows: Row[],
): Promise<(Row & { event: ClassEvent })[]> {
  const ids = new Set(rows.flatMap((row) => [row.author_id, ...row.face_ids]));
  const people = await persons.findAll(reader, [...ids]);
  return rows.map((row) => {
    const author = people.get(row.author_id);
    if (!author) throw new Error(`event ${row.id} has no author`);
    return {
      ...row,
      event: {
        id: row.id,
        title: row.title,
        text: row.text,
        place: row.place,
        start: row.starts_at.toISOString(),
        end: row.ends_at?.toISOString() ?? null,
        time_zone: row.time_zone,
        author: row.names_author ? author : asDeleted(author, reader.locale),
        answers: row.answers,
        faces: row.face_ids.flatMap((id) => faceOf(people.get(id))),
        my_answer: row.my_answer,
        cancelled_at: row.cancelled_at?.toISOString() ?? null,
      },
    };
  });
}

/** None where the account has been purged meanwhile. */
const faceOf = (person: Person | undefined) =>
  person ? [{ id: person.id, fullname: person.fullname, image: person.image }] : [];
