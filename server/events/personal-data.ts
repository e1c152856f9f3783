/** The data that events hold of a member: for the archive, and to be deleted by a purge. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { visibleEvents } from "#server/events/class-access.ts";
import { type ExportPart, json, jsonList, rowsInOrder } from "#server/infra/export-file.ts";

/** The events that the member made, their answers to events, and that they have a calendar. */
export const exportEvents = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield { name: "events.json", content: jsonList(readOwnEvents(db, id)) };
    yield { name: "event-answers.json", content: jsonList(readAnswers(db, id)) };
    yield { name: "calendar.json", content: json(() => readCalendar(db, id)) };
  };

const readOwnEvents = (db: Db, userId: number) =>
  rowsInOrder(
    db
      .selectFrom("class_events")
      .select(["id", "object_id", "class_key", "title", "text", "place"])
      .select(["starts_at as start", "ends_at as end", "time_zone", "created_at", "cancelled_at"])
      .where("author_id", "=", userId),
    "id",
  );

/** An event that the member no longer sees is named by its id alone: a change since is hidden from them. */
const readAnswers = (db: Db, userId: number) =>
  rowsInOrder(
    db
      .selectFrom("event_answers")
      .leftJoin(
        visibleEvents(db, userId)
          .select(["class_events.id", "title", "starts_at as start"])
          .as("event"),
        "event.id",
        "event_answers.event_id",
      )
      .select(["event_id", "title", "start", "answer", "answered_at"])
      .where("user_id", "=", userId),
    "event_id",
  );

/** Its address is left out, since it opens the calendar (D-CALENDAR). */
const readCalendar = async (db: Db, userId: number) => {
  const row = await db
    .selectFrom("calendars")
    .select("epoch")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return { exists: true, renewals: row?.epoch ?? 0 };
};

/**
 * Deletes, when an account is purged, its events too: they reveal where a person meant to be, and nobody is left to
 * change them.
 */
export async function forgetEvents(trx: Db, userId: number): Promise<void> {
  await lockAnswers(trx, userId);
  await trx.deleteFrom("event_answers").where("user_id", "=", userId).execute();
  await trx.deleteFrom("class_events").where("author_id", "=", userId).execute();
  await trx.deleteFrom("calendars").where("user_id", "=", userId).execute();
}

/**
 * The member's answers and those to their events, which go with these. Two purges of members who answered each other's
 * events would deadlock if they did not lock them in one order.
 */
const lockAnswers = (trx: Db, userId: number) =>
  sql`
    SELECT FROM event_answers WHERE (event_id, user_id) IN (
      SELECT event_id, user_id FROM event_answers WHERE user_id = ${userId}
      UNION SELECT event_id, user_id FROM event_answers
        WHERE event_id IN (SELECT id FROM class_events WHERE author_id = ${userId})
    ) ORDER BY event_id, user_id FOR UPDATE`.execute(trx);
