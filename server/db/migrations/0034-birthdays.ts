import { type Kysely, sql } from "kysely";

/**
 * The day and month of a birthday, never the year, and who sees it: null until the member chooses, which means friends
 * once there is a birthday (D-BIRTHDAY).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users
      ADD COLUMN birth_month smallint,
      ADD COLUMN birth_day smallint,
      ADD COLUMN privacy_birthday text CHECK (privacy_birthday IN ('nobody', 'friends', 'classmates')),
      ADD CONSTRAINT birthday_is_whole CHECK ((birth_month IS NULL) = (birth_day IS NULL)),
      ADD CONSTRAINT birthday_exists CHECK (
        birth_month BETWEEN 1 AND 12 AND birth_day BETWEEN 1 AND CASE
          WHEN birth_month = 2 THEN 29 WHEN birth_month IN (4, 6, 9, 11) THEN 30 ELSE 31 END)`.execute(
    db,
  );
  await sql`
    CREATE INDEX users_by_birthday ON users (birth_month, birth_day, id)
    WHERE birth_month IS NOT NULL`.execute(db);
}
