import { type Kysely, sql } from "kysely";

/** Devices that have signed in to an account, by the hash of their mark: what strangers guess does not delay them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE known_devices (
      mark_hash bytea NOT NULL,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      issued_at timestamptz(3) NOT NULL DEFAULT now(),
      used_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (mark_hash, user_id)
    )`.execute(db);
  await sql`CREATE INDEX known_devices_user ON known_devices (user_id, used_at)`.execute(db);
}
