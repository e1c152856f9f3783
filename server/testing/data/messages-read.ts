import { sql } from "kysely";
import { type Db, partitionMark } from "#server/db/database.ts";

/** How many rows of `messages` the connection of this transaction has read, as PostgreSQL counts them, for a difference of two. */
export async function messagesRead(trx: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
    FROM pg_stat_xact_user_tables
    WHERE relname = 'messages' OR starts_with(relname, ${`messages${partitionMark}`})`.execute(trx);
  return rows[0]?.read ?? 0;
}
