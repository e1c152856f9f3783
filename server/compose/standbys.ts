/** Which standbys the primary expects, and whether they are there: a standby that nobody reads from ends unnoticed. */
import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";

export interface Standby {
  /** The name of its replication slot. */
  slot: string;
  isConnected: boolean;
}

/**
 * Asks for the slots, which any role may see and which stay when a standby is gone. A standby without one is not known;
 * a copy that is being made (pg_basebackup) has a temporary one and is none.
 */
export async function askStandbys({
  db,
  backend,
}: Pick<Database, "db" | "backend">): Promise<Standby[]> {
  if (backend !== "postgres") return [];
  const { rows } = await sql<Standby>`
    SELECT slot_name AS slot, active AS "isConnected" FROM pg_replication_slots
    WHERE slot_type = 'physical' AND NOT temporary AND NOT pg_is_in_recovery()
    ORDER BY slot_name`.execute(db);
  return rows;
}
