import { type Kysely, sql } from "kysely";

/**
 * A code for each who asks for one, so that strangers who ask too do not replace the one that the member is typing. The
 * table of before stays for nodes of the release before; a code that one of them has sent has to be asked for anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE asked_codes (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('mail', 'phone')),
      asker text NOT NULL,
      code_hash text NOT NULL,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      foreign_attempts integer NOT NULL DEFAULT 0 CHECK (foreign_attempts >= 0),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, asker)
    )`.execute(db);
  await sql`CREATE INDEX asked_codes_by_hash ON asked_codes (code_hash)`.execute(db);
  await sql`CREATE INDEX asked_codes_by_end ON asked_codes (expires_at)`.execute(db);
}
