import type { Db } from "#server/db/database.ts";
import { Failure } from "#server/http/failure.ts";

/**
 * Makes whatever else takes this lock of the member wait until the transaction ends, so that what is counted stays as
 * counted. @throws {Failure} `unauthenticated` when the account has gone meanwhile.
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
