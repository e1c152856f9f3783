import { type Kysely, sql } from "kysely";

/**
 * Captchas that wait for their answer. Unlogged, since they live for minutes: writing one waits for no disk, and after a
 * crash of the database their forms load new ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE captchas (
      key uuid PRIMARY KEY,
      answer text NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
}
