import { type Kysely, sql } from "kysely";

/** Whoever is listed by a replica is shown with their presence, and a replica has no unlogged tables (D-REPLICA). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE presence_nodes SET LOGGED`.execute(db);
  await sql`ALTER TABLE present_members SET LOGGED`.execute(db);
}
