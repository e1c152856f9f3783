import { type Kysely, sql } from "kysely";

/** How far the titles of class chats have been made anew since the last load of institutions; null: to the end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE reference_load ADD COLUMN titles_up_to integer`.execute(db);
}
