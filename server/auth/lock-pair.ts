import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/**
 * Makes whatever else takes this lock of the two members wait until the transaction ends: what begins between them and
 * what forbids it do not pass each other by.
 */
export async function lockPair(trx: Db, one: number, other: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${Math.min(one, other)}::int, ${Math.max(one, other)}::int)`.execute(
    trx,
  );
}
