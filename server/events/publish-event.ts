/** Publishes an event of a class to open pages when it is made, changed, cancelled or answered (D-EVENTS). */
import { sql } from "kysely";
import { readClassKey } from "#lib/members/class-key.ts";
import type { Db } from "#server/db/database.ts";
import { isOfEvent } from "#server/events/class-access.ts";
import { storedClass } from "#server/members/class-members.ts";
import type { Publish } from "#server/realtime/realtime.ts";
import { isUnblocked } from "#server/visibility.ts";

/** At most this many members receive the event; the others see the change when they next open the list. */
const publishedMax = 1_000;

export async function publishToMember(
  db: Db,
  publish: Publish,
  eventId: number,
  memberId: number,
): Promise<void> {
  const place = await placeOf(db, eventId);
  if (place) publish([memberId], "class_event", place);
}

/**
 * Publishes to the author and whoever answered and still sees the event, to the chats of the class and to the class, but
 * not across a block with the author. Where these are more than `publishedMax`, they take precedence in this order.
 */
export async function publishToClass(db: Db, publish: Publish, eventId: number): Promise<void> {
  const place = await placeOf(db, eventId);
  if (!place) return;
  const years = readClassKey(place.class_key);
  if (!years) throw new Error(`event ${eventId} is of no class: ${place.class_key}`);
  const { ended, began } = storedClass(years);
  const { rows } = await sql<{ id: number }>`
    WITH event AS (SELECT author_id FROM class_events WHERE id = ${eventId}), concerned AS (
      SELECT user_id, min(rank) AS rank FROM (
        SELECT author_id AS user_id, 1 AS rank FROM event
        UNION ALL SELECT user_id, 2 FROM event_answers JOIN class_events ON class_events.id = event_id
          WHERE event_id = ${eventId} AND ${isOfEvent(sql.ref("event_answers.user_id"))}
        UNION ALL SELECT chat_members.user_id, 3 FROM class_chats
          JOIN chat_members ON chat_members.chat_id = class_chats.chat_id
          WHERE class_chats.object_id = ${place.object_id} AND class_chats.class_key = ${place.class_key}
        UNION ALL SELECT user_id, 4 FROM class_members
          WHERE object_id = ${place.object_id} AND ended = ${ended} AND began = ${began}
      ) AS each GROUP BY user_id)
    SELECT users.id FROM concerned JOIN users ON users.id = concerned.user_id CROSS JOIN event
    WHERE users.deleted_at IS NULL AND ${isUnblocked(sql.ref("event.author_id"))}
    ORDER BY concerned.rank, users.id
    LIMIT ${publishedMax}`.execute(db);
  publish(
    rows.map(({ id }) => id),
    "class_event",
    place,
  );
}

/** Undefined where the account of its author has been purged meanwhile, and the event with it. */
const placeOf = (db: Db, eventId: number) =>
  db
    .selectFrom("class_events")
    .select(["object_id", "class_key", "id"])
    .where("id", "=", eventId)
    .executeTakeFirst();
