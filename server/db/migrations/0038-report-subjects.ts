import { type Kysely, sql } from "kysely";

/**
 * Reports of a group chat, an invitation or an institution. A chat and an institution are nobody's, so that such a report
 * names no member. `subject` still says what was reported once the thing itself is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE reports
      ALTER COLUMN reported_id DROP NOT NULL,
      ADD COLUMN subject text NOT NULL DEFAULT 'member'
        CHECK (subject IN ('member', 'event', 'chat', 'invitation', 'institution')),
      ADD COLUMN chat_id integer REFERENCES chats ON DELETE SET NULL,
      ADD COLUMN invitation_id integer REFERENCES invitations ON DELETE SET NULL,
      ADD COLUMN object_id integer REFERENCES objects,
      ADD CONSTRAINT reports_are_about_something
        CHECK (reported_id IS NOT NULL OR subject IN ('chat', 'institution'))`.execute(db);
  await sql`UPDATE reports SET subject = 'event' WHERE event_id IS NOT NULL`.execute(db);
  // One open report of each, as of each member: reporting again says it in other words.
  for (const column of ["chat_id", "object_id"]) {
    await sql`
      CREATE UNIQUE INDEX ${sql.ref(`reports_open_by_${column}`)} ON reports (reporter_id, ${sql.ref(column)})
      WHERE closed_at IS NULL AND ${sql.ref(column)} IS NOT NULL`.execute(db);
  }
  for (const column of ["chat_id", "invitation_id", "object_id"]) {
    await sql`
      CREATE INDEX ${sql.ref(`reports_by_${column}`)} ON reports (${sql.ref(column)})
      WHERE ${sql.ref(column)} IS NOT NULL`.execute(db);
  }
}
