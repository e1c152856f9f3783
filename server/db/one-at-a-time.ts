import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";

const lockId = 7_206_001;

/**
 * Runs `prepare` while no other node does, so that nodes which start together do not make the same tables.
 * The embedded database has one process, and its one connection cannot hold a lock while another statement runs.
 */
export async function oneAtATime<T>(
  { db, backend }: Database,
  prepare: () => Promise<T>,
): Promise<T> {
  if (backend === "pglite") return prepare();
  return db.connection().execute(async (connection) => {
    await sql`SET statement_timeout = 0`.execute(connection);
    await sql`SELECT pg_advisory_lock(${lockId})`.execute(connection);
    try {
      return await prepare();
    } finally {
      await sql`SELECT pg_advisory_unlock(${lockId})`.execute(connection);
      await sql`RESET statement_timeout`.execute(connection);
    }
  });
}
