import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { inPortions, recurringSweep } from "#server/infra/recurring.ts";

const everyMs = 60 * 60 * 1000;
const sweptAtOnce = 1_000;
/** Until then the inviter and the member who accepted are suggested to each other. */
const keptDays = 90;

/** Deletes links that ended long ago, with their uses. Each node skips the rows that another sweeps. */
export const sweepInvitations = (db: Db): Promise<number> =>
  inPortions(sweptAtOnce, async () => {
    const { numAffectedRows } = await sql`
      DELETE FROM invitations WHERE id IN (
        SELECT id FROM invitations
        WHERE expires_at < now() - make_interval(days => ${keptDays})
        LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)`.execute(db);
    return Number(numAffectedRows ?? 0);
  });

export const invitationSweepPlugin = recurringSweep({
  sweep: sweepInvitations,
  everyMs,
  rows: "invitations",
});
