import { type Kysely, sql } from "kysely";

/** Sessions that a member can name and end, and accounts that can be deleted, come back and be purged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sessions
      ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT sessions_id_unique UNIQUE,
      ADD COLUMN last_used_at timestamptz(3) NOT NULL DEFAULT now()`.execute(db);
  await sql`CREATE INDEX sessions_expires_at ON sessions (expires_at)`.execute(db);
  await sql`
    ALTER TABLE users
      ADD COLUMN deleted_at timestamptz(3),
      ADD COLUMN purged_at timestamptz(3),
      ADD CONSTRAINT users_purged_are_deleted CHECK (purged_at IS NULL OR deleted_at IS NOT NULL)`.execute(
    db,
  );
  // Of a purged member nothing is left that would have a length.
  for (const column of ["surname", "name", "patronymic"])
    await sql`
      ALTER TABLE users
        DROP CONSTRAINT ${sql.ref(`users_${column}_check`)},
        ADD CONSTRAINT ${sql.ref(`users_${column}_length`)}
          CHECK (purged_at IS NOT NULL OR char_length(${sql.ref(column)}) BETWEEN 2 AND 255)`.execute(
      db,
    );
  await sql`
    CREATE INDEX users_to_purge ON users (deleted_at)
    WHERE deleted_at IS NOT NULL AND purged_at IS NULL`.execute(db);
}
