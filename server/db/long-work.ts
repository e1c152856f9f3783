import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/**
 * Lets this transaction take as long as it needs: migrations, loads and the operator's commands go over whole tables, and
 * calculate between two statements for longer than a request may be silent.
 */
export async function allowLongWork(trx: Db): Promise<void> {
  await sql`
    SELECT set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx);
}
