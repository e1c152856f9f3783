import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Db } from "#server/db/database.ts";
import { today } from "#server/profile/today.ts";

/** Looks remembered in this process, each a few dozen bytes. */
const rememberedMax = 50_000;

/** Who looked at a profile: once per viewer and day. A look that cannot be counted is no failure of what was looked at. */
export function createProfileViews(db: Db, log: Pick<Logger, "warn">) {
  const counted = new LRUCache<string, true>({ max: rememberedMax });

  return {
    /** `userId` is one whom others can meet. */
    async count(userId: number, viewerId: number): Promise<void> {
      const look = `${userId} ${viewerId}`;
      if (userId === viewerId || counted.has(look)) return;
      try {
        counted.set(look, true, { ttl: await storeView(db, userId, viewerId) });
      } catch (error) {
        log.warn({ err: error }, "could not count a view of a profile");
      }
    },
  };
}

/** One statement, so that looks at once count once. Answers for how many milliseconds the day lasts. */
async function storeView(db: Db, userId: number, viewerId: number): Promise<number> {
  const result = await sql<{ day_left_ms: number }>`
    WITH view AS (
      INSERT INTO profile_views (user_id, viewed_on, viewer_id)
      VALUES (${userId}, ${today}, ${viewerId})
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
