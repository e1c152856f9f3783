import { type Kysely, sql } from "kysely";

/**
 * Whose a reported invitation is, apart from reports of that member: where both shared a row, an archive told by its
 * change who invites by a link (D-REPORTS). A trigger removes such reports with the account of the inviter, because a purge
 * by the build before does not know the column. What locks `users` comes last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE reports
      ADD COLUMN inviter_id integer,
      DROP CONSTRAINT reports_are_about_something,
      ADD CONSTRAINT reports_are_about_something
        CHECK (coalesce(reported_id, inviter_id) IS NOT NULL OR subject IN ('chat', 'institution')),
      ADD CONSTRAINT reports_are_of_invitations_of_others CHECK (reporter_id <> inviter_id)`.execute(
    db,
  );
  await sql`
    UPDATE reports SET inviter_id = reported_id, reported_id = NULL WHERE subject = 'invitation'`.execute(
    db,
  );
  await sql`
    CREATE FUNCTION forget_reported_invitations() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM reports WHERE inviter_id = NEW.id;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    ALTER TABLE reports ADD CONSTRAINT reports_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES users ON DELETE CASCADE`.execute(
    db,
  );
  await sql`
    CREATE TRIGGER reports_follow_purge AFTER UPDATE OF purged_at ON users FOR EACH ROW
    WHEN (OLD.purged_at IS NULL AND NEW.purged_at IS NOT NULL) EXECUTE FUNCTION forget_reported_invitations()`.execute(
    db,
  );
}
