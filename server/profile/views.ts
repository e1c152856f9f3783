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

/** Deletes who viewed whom before yesterday, of which only the numbers stay. Each node skips the rows that another sweeps. */
export const sweepViews = (db: Db): Promise<number> =>
  inPortions(sweptAtOnce, async () => {
    const { numAffectedRows } = await sql`
      DELETE FROM profile_views WHERE (user_id, viewed_on, viewer_id) IN (
        SELECT user_id, viewed_on, viewer_id FROM profile_views
        WHERE viewed_on < ${today} - 1
        LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)`.execute(db);
    return Number(numAffectedRows ?? 0);
  });

export const viewSweepPlugin = recurringSweep({
  sweep: sweepViews,
  everyMs: hourMs,
  rows: "views of profiles",
});

/** The current day in UTC, by the database's clock, so that it is the same on every node. */
export const today = sql<string>`(now() AT TIME ZONE 'utc')::date`;
