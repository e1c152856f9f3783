import { type Kysely, sql } from "kysely";

/**
 * Sessions that ended a moment ago, for nodes that no event tells of it: the operator's command is a process of its own, and
 * Redis may be away. Unlogged, since a row is of use for seconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE ended_sessions (
      token_hash bytea NOT NULL,
      ended_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
    )`.execute(db);
  await sql`CREATE INDEX ended_sessions_ended_at ON ended_sessions (ended_at)`.execute(db);
  // By the database itself, so that no way to end a session can forget it. Devices see themselves when theirs runs out.
  await sql`
    CREATE FUNCTION note_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ended_sessions (token_hash)
      SELECT token_hash FROM ended WHERE expires_at > now();
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER sessions_note_end AFTER DELETE ON sessions
    REFERENCING OLD TABLE AS ended FOR EACH STATEMENT
    EXECUTE FUNCTION note_ended_sessions()`.execute(db);
}
