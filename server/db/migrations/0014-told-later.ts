import { type Kysely, sql } from "kysely";

/**
 * Drafts with the people named in them and the message that they were written after, and the time zone that a
 * member's mails are told in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE chat_members
      ADD COLUMN draft_mentions jsonb,
      ADD COLUMN draft_seq integer NOT NULL DEFAULT 0`.execute(db);
  // When the drafts from before were written is not known: they count as new.
  await sql`
    UPDATE chat_members me SET draft_seq = chats.last_seq
    FROM chats WHERE chats.id = me.chat_id AND me.draft <> ''`.execute(db);
  await sql`
    ALTER TABLE users
      ADD COLUMN time_zone text CHECK (char_length(time_zone) <= 64)`.execute(db);
}
