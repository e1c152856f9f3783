import { type Kysely, sql } from "kysely";

/**
 * What is new goes into the indexes of the searches at once. In a list beside the index every search would read it all,
 * and who fills the list would sort it in, a quarter of a second for messages, while others wait to write.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = ["messages_words", "objects_search_name"];
  for (const index of indexes)
    await sql`SELECT gin_clean_pending_list(${index}::regclass)`.execute(db);
  // Last: from here to the end of the transaction nobody reads these tables.
  for (const index of indexes)
    await sql`ALTER INDEX ${sql.ref(index)} SET (fastupdate = off)`.execute(db);
}
