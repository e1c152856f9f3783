import { type Kysely, sql } from "kysely";

/**
 * Telephones that are proved by a code before they count, and how long each has been the member's: a young one resets
 * no password (SEC-A8).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One value for all rows, which rewrites none. Telephones from before were never proved: they begin to age today.
  await sql`
    ALTER TABLE users
      ADD COLUMN phone_changed_at timestamptz(3) NOT NULL DEFAULT now()`.execute(db);
  // By the database itself, so that a build that knows nothing of the column cannot leave an old time to a new number.
  await sql`
    CREATE FUNCTION note_phone_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.phone_changed_at := now();
      RETURN NEW;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER users_phone_changed BEFORE UPDATE OF phone ON users
    FOR EACH ROW WHEN (NEW.phone IS DISTINCT FROM OLD.phone)
    EXECUTE FUNCTION note_phone_change()`.execute(db);
  // One row for a member: the newest change takes the place of the one before. It ends with the session that began it.
  await sql`
    CREATE TABLE phone_changes (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      session_hash bytea NOT NULL REFERENCES sessions ON DELETE CASCADE,
      phone text NOT NULL CHECK (phone ~ '^\\+[1-9][0-9]{7,14}$'),
      code_hash text NOT NULL,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX phone_changes_session ON phone_changes (session_hash)`.execute(db);
}
