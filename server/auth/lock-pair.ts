import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/**
 * Takes the lock of two members until the transaction ends, so that starting something between them and forbidding it
 * cannot interleave.
 */
export async function lockPair(trx: Db, one: number, other: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${Math.min(one, other)}::int, ${Math.max(one, other)}::int)`.execute(
    trx,
  );
}
