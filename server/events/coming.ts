/** What is coming of the events of a member's classes, for the home page. */
import { type RawBuilder, sql } from "kysely";
import type { ComingEvent } from "#lib/events/schema.ts";
import { classesOf, visibleEvents } from "#server/events/class-access.ts";
import { answerOf, eventColumns, type Reader, withAuthors } from "#server/events/event-rows.ts";
import type { EventSource } from "#server/events/read-events.ts";

const aheadDays = 30;

/** What the reader, who said that they come, may not know yet. */
const newsFor = (readerId: number): RawBuilder<ComingEvent["news"]> => sql`CASE
  WHEN class_events.cancelled_at IS NOT NULL THEN 'cancelled'
  WHEN EXISTS (
    SELECT FROM event_answers
    WHERE event_answers.event_id = class_events.id AND event_answers.user_id = ${readerId}
      AND event_answers.answer <> 'no' AND class_events.revision > 0
      AND class_events.changed_at > event_answers.answered_at) THEN 'changed'
  WHEN class_events.starts_at <= now() + interval '24 hours' THEN 'soon' END`;

/**
 * At most `limit` events of the next 30 days, the soonest first, by one query and one for their authors. Those that the
 * reader declined are left out; cancelled ones are shown to whoever would have come.
 */
export async function comingEvents(
  { db, persons }: EventSource,
  reader: Reader,
  limit = 3,
): Promise<ComingEvent[]> {
  const answer = answerOf(reader.id);
  const rows = await visibleEvents(db, reader.id)
    .innerJoin(
      sql<{ object_id: number; class_key: string }>`(${classesOf(reader.id)})`.as("own"),
      (join) =>
        join
          .onRef("own.object_id", "=", "class_events.object_id")
          .onRef("own.class_key", "=", "class_events.class_key"),
    )
    .innerJoin("object_names", "object_names.object_id", "class_events.object_id")
    .where("object_names.locale", "=", reader.locale)
    .select([
      ...eventColumns(reader.id),
      "class_events.object_id",
      "class_events.class_key",
      "object_names.name as object_name",
      newsFor(reader.id).as("news"),
    ])
    .where("class_events.over_at", ">", sql<Date>`now()`)
    .where(sql<boolean>`class_events.starts_at < now() + ${aheadDays} * interval '1 day'`)
    .where(
      sql<boolean>`CASE WHEN class_events.cancelled_at IS NULL
      THEN ${answer} IS DISTINCT FROM 'no' ELSE ${answer} IN ('going', 'maybe') END`,
    )
    .orderBy("class_events.starts_at")
    .orderBy("class_events.id")
    .limit(limit)
    .execute();
  return (await withAuthors(persons, reader, rows)).map((row) => ({
    ...row.event,
    object: { id: row.object_id, name: row.object_name },
    class_key: row.class_key,
    news: row.news,
  }));
}
