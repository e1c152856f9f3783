import { type Kysely, sql } from "kysely";

/** What the reported thing said when it was reported, since its owner may write it anew. Null for reports before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE reports ADD COLUMN content text`.execute(db);
}
