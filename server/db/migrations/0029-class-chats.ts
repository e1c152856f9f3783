import { type Kysely, sql } from "kysely";

/** The chat of a class, and when asked, of one study group in it: one of each, whoever opens it first (D-CLASS-CHAT). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE class_chats (
      chat_id integer PRIMARY KEY REFERENCES chats ON DELETE CASCADE,
      object_id integer NOT NULL REFERENCES objects,
      class_key text NOT NULL,
      study_group_key text,
      UNIQUE NULLS NOT DISTINCT (object_id, class_key, study_group_key)
    )`.execute(db);
}
