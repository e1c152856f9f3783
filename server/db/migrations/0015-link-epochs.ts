import { type Kysely, sql } from "kysely";

/**
 * Signed addresses of files name their reader and the reader's epoch (docs/uploads.md): with the end of any session of
 * the reader a new epoch begins, and the addresses of the former lead nowhere.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Beside `users`, whose rows are locked before their sessions elsewhere. No row is epoch 0.
  await sql`
    CREATE TABLE link_epochs (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      epoch integer NOT NULL
    )`.execute(db);
  // By the database itself, so that no way to end a session can forget it. A session that ran out ends nothing early.
  await sql`
    CREATE FUNCTION begin_link_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO link_epochs (user_id, epoch)
      SELECT DISTINCT ended.user_id, 1 FROM ended JOIN users ON users.id = ended.user_id
      WHERE ended.expires_at > now()
      ORDER BY ended.user_id
      ON CONFLICT (user_id) DO UPDATE SET epoch = link_epochs.epoch + 1;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER sessions_end_links AFTER DELETE ON sessions
    REFERENCING OLD TABLE AS ended FOR EACH STATEMENT
    EXECUTE FUNCTION begin_link_epoch()`.execute(db);
}
