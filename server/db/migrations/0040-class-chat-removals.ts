import { type Kysely, sql } from "kysely";

/** Who was removed from the chat of a class, which they could otherwise join again at once (D-CLASS-CHAT). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE class_chat_removals (
      chat_id integer NOT NULL REFERENCES chats ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      removed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (chat_id, user_id)
    )`.execute(db);
  await sql`CREATE INDEX class_chat_removals_by_user ON class_chat_removals (user_id)`.execute(db);
}
