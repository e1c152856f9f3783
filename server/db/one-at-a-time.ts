import { setTimeout } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import type { Database, Db } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";

const lockId = 7_206_001;
const triedEachMs = 200;

/**
 * Runs `prepare` while no other node does, so that nodes which start together do not create the same tables. The
 * embedded database has one process, and its one connection cannot hold a lock while another statement runs. `say` is
 * called once if another process is within it.
 */
export async function oneAtATime<T>(
  { db, backend }: Database,
  prepare: () => Promise<T>,
  say: (text: string) => void = () => undefined,
): Promise<T> {
  if (backend === "pglite") return prepare();
  for (let tried = 1; ; tried += 1) {
    // The transaction holds the lock: that of a session would stay with the connection of a pooler (PgBouncer). A node
    // polls instead of waiting inside a statement: CREATE INDEX CONCURRENTLY waits for every older snapshot, so the two
    // would wait for each other.
    const prepared = await db.transaction().execute(async (trx) => {
      // A migration takes hours, and a machine that is lost meanwhile is found by its keepalives (deploy/).
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
      // Without parameters, since those of an open transaction keep their snapshot until its next statement.
      const { rows } = await sql<{ locked: boolean }>`
        SELECT pg_try_advisory_xact_lock(${sql.lit(lockId)}) AS locked`.execute(trx);
      return rows[0]?.locked ? { result: await prepare() } : null;
    });
    if (prepared) return prepared.result;
    if (tried === 1) say("another process is preparing the database: waiting for it");
    await setTimeout(triedEachMs);
  }
}

/**
 * Keeps all other nodes out of `oneAtATime` until the transaction ends; false where a node is within it. It does not
 * wait for that node, because an index that it builds CONCURRENTLY would wait for this transaction in turn.
 */
export async function lockOutNodes(trx: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${sql.lit(lockId)}) AS locked`.execute(trx);
  return rows[0]?.locked === true;
}

/** Whether a node serves this database, or has ended within the last moments. */
export async function servesNow(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM presence_nodes WHERE alive_until > now()`.execute(db);
  return rows.length > 0;
}
