import { type Kysely, sql } from "kysely";

/**
 * The id that a page gives to an event or a group which it makes, by which a repetition is known (D-REPEATED). The build
 * before makes both without one. No foreign key refers to the creator of a group: to make it would read all chats while
 * nobody could write, and members are never deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE class_events ADD COLUMN client_id uuid`.execute(db);
  await sql`ALTER TABLE chats ADD COLUMN creator_id integer, ADD COLUMN client_id uuid`.execute(db);
}
