import { type Kysely, sql } from "kysely";

/** Telephones of members, and the codes by which they come back without their password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users
      ADD COLUMN phone text CONSTRAINT users_phone_unique UNIQUE
        CONSTRAINT users_phone_e164 CHECK (phone ~ '^\\+[1-9][0-9]{7,14}$')`.execute(db);
  // One row for a member: a new code takes the place of the one before.
  await sql`
    CREATE TABLE recovery_codes (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('mail', 'phone')),
      code_hash text NOT NULL,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX recovery_codes_mailed ON recovery_codes (code_hash)
    WHERE kind = 'mail'`.execute(db);
}
