/** Reads the events of a member's classes. */
import { sql } from "kysely";
import { z } from "zod";
import type { ClassEvent, EventAnswer, EventAnswersList, EventList } from "#lib/events/schema.ts";
import { id } from "#lib/http/schema.ts";
import type { EventRights } from "#lib/members/class-event-schema.ts";
import { findableMembers, personColumns, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { type ClassPlace, findClassAccess, visibleEvents } from "#server/events/class-access.ts";
import { eventColumns, isComing, isOver, withPeople } from "#server/events/event-rows.ts";
import { cursorTime, decodeCursor, seekPage } from "#server/http/cursor.ts";
import { notFound } from "#server/http/failure.ts";
import type { Reader } from "#server/plugins/session.ts";

export interface EventSource {
  db: Db;
  persons: Persons;
}

const eventsPerPage = 20;
const peoplePerPage = 30;

/** The time by which it is listed, and the id. */
const cursorKey = z.tuple([cursorTime, id]);

const eventsOf = (db: Db, readerId: number, { objectId, key }: ClassPlace) =>
  visibleEvents(db, readerId)
    .select(eventColumns(readerId))
    .where("class_events.object_id", "=", objectId)
    .where("class_events.class_key", "=", key);

/**
 * Events that are not over, the soonest first, or else the past ones, the latest first; cancelled ones stay in their
 * place. @throws {Failure} `not_found` for readers who may not see events of the class; `invalid` for another list's
 * cursor.
 */
export async function listEvents(
  { db, persons }: EventSource,
  reader: Reader,
  place: ClassPlace,
  { past, cursor }: { past: boolean; cursor?: string | undefined },
): Promise<EventList> {
  const after = decodeCursor(cursor, cursorKey);
  const access = await findClassAccess(db, reader.id, place);
  if (!access.seesEvents) throw notFound();
  const order = past
    ? { by: "class_events.over_at", direction: "desc" as const, beyond: sql`<` }
    : { by: "class_events.starts_at", direction: "asc" as const, beyond: sql`>` };
  const by = sql.ref<Date>(order.by);
  let query = eventsOf(db, reader.id, place)
    .where(past ? isOver : isComing)
    .orderBy(by, order.direction)
    .orderBy("class_events.id", order.direction)
    .limit(eventsPerPage + 1);
  if (after)
    query = query.where(
      sql<boolean>`(${by}, class_events.id) ${order.beyond} (${after[0]}::timestamptz, ${after[1]}::int)`,
    );
  const rows = await withPeople(persons, reader, await query.execute());
  return seekPage(
    rows,
    eventsPerPage,
    ({ event }) => event,
    (row) => [(past ? row.over_at : row.starts_at).toISOString(), row.id],
  );
}

/** Undefined for an event that the reader may not see. */
export async function findEvent(
  { db, persons }: EventSource,
  reader: Reader,
  eventId: number,
): Promise<ClassEvent | undefined> {
  const rows = await visibleEvents(db, reader.id)
    .select(eventColumns(reader.id))
    .where("class_events.id", "=", eventId)
    .execute();
  const [found] = await withPeople(persons, reader, rows);
  return found?.event;
}

/** What the reader may do with the events of a class; null where they may not list them. */
export async function findEventRights(
  db: Db,
  readerId: number,
  place: ClassPlace,
): Promise<EventRights | null> {
  const { seesEvents, isOfClass, managesEvents } = await findClassAccess(db, readerId, place);
  return seesEvents ? { create: isOfClass, manage: managesEvents } : null;
}

/** The next event of a class that will take place; null without one, or if the reader may not see it. */
export async function nextEvent(
  { db, persons }: EventSource,
  reader: Reader,
  place: ClassPlace,
): Promise<ClassEvent | null> {
  const rows = await eventsOf(db, reader.id, place)
    .where(isComing)
    .where("class_events.cancelled_at", "is", null)
    .orderBy("class_events.starts_at")
    .orderBy("class_events.id")
    .limit(1)
    .execute();
  const [next] = await withPeople(persons, reader, rows);
  return next?.event ?? null;
}

/**
 * The members who gave this answer, latest first: only those whom the reader can meet. @throws {Failure} `not_found`
 * for an event that the reader may not see.
 */
export async function listAnswered(
  { db, persons }: EventSource,
  reader: Reader,
  eventId: number,
  { answer, cursor }: { answer: EventAnswer; cursor?: string | undefined },
): Promise<EventAnswersList> {
  const after = decodeCursor(cursor, cursorKey);
  const event = await visibleEvents(db, reader.id)
    .select("class_events.id")
    .where("class_events.id", "=", eventId)
    .executeTakeFirst();
  if (!event) throw notFound();
  let query = findableMembers(db, reader.id)
    .innerJoin("event_answers", "event_answers.user_id", "users.id")
    .select([...personColumns(reader.id), "event_answers.answered_at"])
    .where("event_answers.event_id", "=", eventId)
    .where("event_answers.answer", "=", answer)
    .orderBy("event_answers.answered_at", "desc")
    .orderBy("event_answers.user_id", "desc")
    .limit(peoplePerPage + 1);
  if (after)
    query = query.where(
      sql<boolean>`(event_answers.answered_at, event_answers.user_id) < (${after[0]}::timestamptz, ${after[1]}::int)`,
    );
  return seekPage(
    await query.execute(),
    peoplePerPage,
    (row) => persons.toPerson(row),
    (row) => [row.answered_at.toISOString(), row.id],
  );
}

/** The author of an event that the reader may see. */
export async function authorOfEvent(
  db: Db,
  readerId: number,
  eventId: number,
): Promise<number | undefined> {
  const row = await visibleEvents(db, readerId)
    .select("class_events.author_id")
    .where("class_events.id", "=", eventId)
    .executeTakeFirst();
  return row?.author_id;
}
