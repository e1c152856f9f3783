import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { recurring } from "#server/infra/recurring.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Deletes links that ended long ago, with their uses; returns how many. */
    sweepInvitations: () => Promise<number>;
  }
}

const everyMs = 60 * 60 * 1000;
const sweptAtOnce = 1_000;
/** Until then the inviter and the member who accepted are suggested to each other. */
const keptDays = 90;

/** Sweeps at start and every hour, on every node; each skips the rows that another node sweeps. */
export const invitationSweepPlugin = fp<{ db: Db }>((app, { db }) => {
  const sweep = async () => {
    let swept = 0;
    for (let some = sweptAtOnce; some === sweptAtOnce; swept += some) some = await sweepSome(db);
    return swept;
  };
  app.decorate("sweepInvitations", sweep);
  recurring(app, {
    everyMs,
    work: sweep,
    failed: "could not sweep invitations, will try again",
  });
});

async function sweepSome(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM invitations WHERE id IN (
      SELECT id FROM invitations
      WHERE expires_at < now() - make_interval(days => ${keptDays})
      LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
