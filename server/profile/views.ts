import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Db } from "#server/db/database.ts";
import { inPortions } from "#server/db/in-portions.ts";
import { hourMs } from "#server/infra/durations.ts";
import { recurringSweep } from "#server/infra/recurring.ts";

/** Views cached in this process, each a few dozen bytes. */
const rememberedMax = 50_000;

/** Counts views of profiles, one per viewer and day. A view that cannot be counted does not fail the request. */
export function createProfileViews(db: Db, log: Pick<Logger, "warn">) {
  const counted = new LRUCache<string, true>({ max: rememberedMax });

  return {
    /** `userId` must be a member whom others can meet. */
    async count(userId: number, readerId: number): Promise<void> {
      const view = `${userId} ${readerId}`;
      if (userId === readerId || counted.has(view)) return;
      try {
        counted.set(view, true, { ttl: await storeView(db, userId, readerId) });
      } catch (error) {
        log.warn({ err: error }, "could not count a view of a profile");
      }
    },
  };
}

/** One statement, so that several views at once count once. Returns the milliseconds left of the day. */
async function storeView(db: Db, userId: number, readerId: number): Promise<number> {
  const result = await sql<{ day_left_ms: number }>`
    WITH view AS (
      INSERT INTO profile_views (user_id, viewed_on, viewer_id)
      VALUES (${userId}, ${today}, ${readerId})
      ON CONFLICT (user_id, viewed_on, viewer_id) DO NOTHING
      RETURNING user_id, viewed_on
    ), counted AS (
      INSERT INTO profile_view_days (user_id, day, views)
      SELECT user_id, viewed_on, 1 FROM view
      ON CONFLICT (user_id, day) DO UPDATE SET views = profile_view_days.views + 1
    )
    SELECT ceil(extract(epoch FROM ${today} + 1 - (now() AT TIME ZONE 'utc')) * 1000)::int AS day_left_ms`.execute(
    db,
  );
  return result.rows[0]?.day_left_ms ?? 1;
}

const sweptAtOnce = 5_000;

/**
 * Deletes, until the signal, who viewed whom before yesterday, of which only the numbers stay: those of the days that are
 * shown, and one of all days before. Each node skips the rows that another sweeps.
 */
export const sweepViews = (db: Db, signal?: AbortSignal): Promise<number> => {
  const portion = async () => {
    const { rows } = await sql<{ user_id: number }>`
      DELETE FROM profile_views WHERE (user_id, viewed_on, viewer_id) IN (
        SELECT user_id, viewed_on, viewer_id FROM profile_views
        WHERE viewed_on < ${today} - 1
        LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)
      RETURNING user_id`.execute(db);
    await foldDays(db, [...new Set(rows.map(({ user_id }) => user_id))], signal);
    return rows.length;
  };
  return inPortions(sweptAtOnce, portion, signal);
};

/**
 * Adds up the days of these members that are not shown any more, so that the table does not grow with time; what the signal
 * leaves is added up with their next views. Whoever changes several rows of a member locks the newest first, and the number
 * of all days before, which is the oldest, last.
 */
function foldDays(db: Db, userIds: number[], signal?: AbortSignal): Promise<number> {
  const portion = async () => {
    const { rows } = await sql<{ folded: number }>`
      WITH old AS MATERIALIZED (
        SELECT user_id, day FROM profile_view_days
        WHERE user_id = ANY (${userIds}::int[]) AND day > ${daysBefore} AND day <= ${today} - ${shownDays}::int
        ORDER BY user_id, day DESC LIMIT ${sweptAtOnce} FOR UPDATE
      ), folded AS (
        DELETE FROM profile_view_days AS gone USING old
        WHERE gone.user_id = old.user_id AND gone.day = old.day
        RETURNING gone.user_id, gone.views
      ), kept AS (
        INSERT INTO profile_view_days (user_id, day, views)
        SELECT user_id, ${daysBefore}, sum(views) FROM folded GROUP BY user_id ORDER BY user_id
        ON CONFLICT (user_id, day) DO UPDATE SET views = profile_view_days.views + excluded.views
      )
      SELECT count(*)::int AS folded FROM folded`.execute(db);
    return rows[0]?.folded ?? 0;
  };
  return inPortions(sweptAtOnce, portion, signal);
}

export const viewSweepPlugin = recurringSweep({
  sweep: sweepViews,
  everyMs: hourMs,
  rows: "views of profiles",
});

/** The current day in UTC, by the database's clock, so that it is the same on every node. */
export const today = sql<string>`(now() AT TIME ZONE 'utc')::date`;

/** For so many days, with the current one, the views of each are shown. */
export const shownDays = 30;

/** The day under which the views of all days are stored that are not shown any more. */
const daysBefore = sql<string>`date '2000-01-01'`;
