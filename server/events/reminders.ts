import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { inPortions } from "#server/db/in-portions.ts";
import type { QueuedPushes } from "#server/events/change-events.ts";
import { isComer } from "#server/events/event-rows.ts";
import { recurring } from "#server/infra/recurring.ts";

interface Options {
  db: Db;
  pushes: QueuedPushes;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Queues the reminders of events that begin within a day; returns for how many events. */
    remindOfEvents: () => Promise<number>;
  }
}

const everyMs = 60_000;
const atOnceMax = 100;

/** Reminds the members who attend an event a day before it begins, once, whichever node is first. */
export const remindersPlugin = fp<Options>((app, { db, pushes }) => {
  const remind = async (signal?: AbortSignal) => {
    const reminded = await inPortions(atOnceMax, () => remindOfSome(db, pushes), signal);
    if (reminded > 0) pushes.wake();
    return reminded;
  };
  app.decorate("remindOfEvents", () => remind());
  recurring(app, {
    name: "reminders",
    everyMs,
    work: remind,
    failed: "could not remind of events, will try again",
  });
});

/** Marks the events and queues the pushes in one transaction, so that a node that dies between the two has done neither. */
const remindOfSome = (db: Db, pushes: QueuedPushes): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; revision: number; user_ids: number[] }>`
      WITH due AS (
        SELECT id FROM class_events
        WHERE reminded_at IS NULL AND cancelled_at IS NULL
          AND starts_at <= now() + interval '24 hours'
        ORDER BY starts_at LIMIT ${atOnceMax} FOR UPDATE SKIP LOCKED
      ), reminded AS (
        UPDATE class_events SET reminded_at = now() FROM due WHERE class_events.id = due.id
        RETURNING class_events.id, revision, starts_at > now() AS is_ahead
      )
      SELECT reminded.id, revision, ARRAY(
        SELECT user_id FROM event_answers
        WHERE is_ahead AND event_id = reminded.id AND ${isComer(sql.ref("answer"))}) AS user_ids
      FROM reminded`.execute(trx);
    const withRecipients = rows.filter(({ user_ids }) => user_ids.length > 0);
    await pushes.enqueue(
      trx,
      withRecipients.map(({ id, revision, user_ids }) => ({
        notice: { event_id: id, news: "reminder" as const, revision },
        userIds: user_ids,
      })),
    );
    return rows.length;
  });
