import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { Failure } from "#server/http/failure.ts";

/**
 * Takes the lock of the member, so that other holders of it wait until the transaction ends and what is counted under
 * it stays as counted. @throws {Failure} `unauthenticated` when the account has been deleted meanwhile.
 */
export async function lockMember(trx: Db, userId: number): Promise<void> {
  const row = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Failure("unauthenticated");
}

/**
 * Takes the lock of two members until the transaction ends, so that starting something between them and forbidding it
 * cannot interleave.
 */
export async function lockPair(trx: Db, one: number, other: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${Math.min(one, other)}::int, ${Math.max(one, other)}::int)`.execute(
    trx,
  );
}
