import { type Kysely, sql } from "kysely";

/** Since when the operator keeps a member out (docs/decisions.md, D-SUSPENDED). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN suspended_at timestamptz(3)`.execute(db);
}
