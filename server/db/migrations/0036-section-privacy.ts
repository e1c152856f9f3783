import { type Kysely, sql } from "kysely";

/**
 * Who sees a member's photos, educations and jobs, as of media before, and "classmates and friends" as an audience of all
 * four (D-SECTIONS). The index of people holds what everybody may see: it forgets educations and jobs that are shown to
 * fewer, so that nobody finds by a filter what a profile hides.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const section of ["images", "educations", "jobs"])
    await sql`
      ALTER TABLE users
        ADD COLUMN ${sql.ref(`privacy_${section}`)} text NOT NULL DEFAULT 'everyone'
          CONSTRAINT ${sql.ref(`users_privacy_${section}`)}
          CHECK (${sql.ref(`privacy_${section}`)} IN ('everyone', 'classmates', 'friends', 'nobody'))`.execute(
      db,
    );
  await sql`
    ALTER TABLE users
      DROP CONSTRAINT users_privacy_media,
      ADD CONSTRAINT users_privacy_media
        CHECK (privacy_media IN ('everyone', 'classmates', 'friends', 'nobody')) NOT VALID`.execute(
    db,
  );
  await indexWhatEverybodySees(db);
  await sql`
    CREATE TRIGGER people_follow_privacy AFTER UPDATE OF privacy_educations, privacy_jobs ON users
    FOR EACH ROW WHEN (
      (OLD.privacy_educations, OLD.privacy_jobs) IS DISTINCT FROM (NEW.privacy_educations, NEW.privacy_jobs))
    EXECUTE FUNCTION index_changed_user()`.execute(db);
}

/** As in migration 0007, but for the two privacy settings. */
async function indexWhatEverybodySees(db: Kysely<unknown>) {
  await sql`
    CREATE OR REPLACE FUNCTION index_people(ids integer[]) RETURNS void LANGUAGE plpgsql
    SET jit = off SET work_mem = '64MB' AS $$
    BEGIN
      PERFORM FROM users WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
      DELETE FROM people USING users
      WHERE people.user_id = ANY (ids) AND users.id = people.user_id
        AND (users.verified_at IS NULL OR users.deleted_at IS NOT NULL);
      WITH RECURSIVE studied AS (
        SELECT user_id, object_id, region_id, start_year, end_year
        FROM educations JOIN users ON users.id = user_id
        WHERE user_id = ANY (ids) AND privacy_educations = 'everyone'
      ), worked AS (
        SELECT user_id, sphere_id, position_id, region_id
        FROM jobs JOIN users ON users.id = user_id
        WHERE user_id = ANY (ids) AND privacy_jobs = 'everyone'
      ), way_up AS (
        SELECT region_id AS from_id, region_id FROM studied
        UNION SELECT region_id, region_id FROM worked
        UNION SELECT from_id, parent_id
        FROM way_up JOIN regions ON regions.id = way_up.region_id WHERE parent_id IS NOT NULL
      ), places AS (
        SELECT user_id, ':o' || object_id AS place, start_year, end_year FROM studied
        UNION ALL SELECT user_id, ':r' || way_up.region_id, start_year, end_year
        FROM studied JOIN way_up ON from_id = studied.region_id
        UNION ALL SELECT user_id, ':y', start_year, end_year FROM studied
      ), found (user_id, token) AS (
        SELECT id, left(word, length)
        FROM users, string_to_table(search_name, ' ') AS word,
          generate_series(1, least(20, char_length(word))) AS length
        WHERE id = ANY (ids)
        UNION ALL SELECT user_id, place FROM places
        UNION ALL SELECT user_id, place || '/' || year
        FROM places, generate_series(start_year, end_year) AS year
        UNION ALL SELECT user_id, place || '/' || decade || 'x'
        FROM places, generate_series(start_year / 10, end_year / 10) AS decade
        UNION ALL SELECT user_id, place || '/+' FROM places WHERE end_year IS NULL
        UNION ALL SELECT user_id, place || '/' || start_year || '+'
        FROM places WHERE end_year IS NULL
        UNION ALL SELECT user_id, place || '/' || start_year / 10 || 'x+'
        FROM places WHERE end_year IS NULL
        UNION ALL SELECT user_id, ':r' || way_up.region_id
        FROM worked JOIN way_up ON from_id = worked.region_id
        UNION ALL SELECT user_id, ':s' || sphere_id FROM worked
        UNION ALL SELECT user_id, ':p' || position_id FROM worked
      )
      INSERT INTO people AS indexed (user_id, tokens)
      SELECT id, coalesce(array_agg(DISTINCT hashtextextended(token, 0)) FILTER (WHERE token <> ''), '{}')
      FROM users LEFT JOIN found ON user_id = id
      WHERE id = ANY (ids) AND verified_at IS NOT NULL AND deleted_at IS NULL
      GROUP BY id
      ORDER BY id
      ON CONFLICT (user_id) DO UPDATE SET tokens = excluded.tokens
      WHERE indexed.tokens <> excluded.tokens;
    END $$`.execute(db);
}
