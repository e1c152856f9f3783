import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { today } from "#server/profile/today.ts";
import { recurring } from "#server/infra/recurring.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Forgets who looked at whom before yesterday, of which only the numbers are kept; answers how many looks. */
    sweepViews: () => Promise<number>;
  }
}

const everyMs = 60 * 60 * 1000;
const sweptAtOnce = 5_000;

/** Sweeps at start and every hour, on every node; rows that another node sweeps are left to it. */
export const viewSweepPlugin = fp<{ db: Db }>((app, { db }) => {
  const sweep = async () => {
    let swept = 0;
    for (let some = sweptAtOnce; some === sweptAtOnce; swept += some) some = await sweepSome(db);
    return swept;
  };
  app.decorate("sweepViews", sweep);
  recurring(app, {
    everyMs,
    work: sweep,
    failed: "could not sweep views of profiles, will try again",
  });
});

async function sweepSome(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM profile_views WHERE (user_id, viewed_on, viewer_id) IN (
      SELECT user_id, viewed_on, viewer_id FROM profile_views
      WHERE viewed_on < ${today} - 1
      LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
