import { type Kysely, sql } from "kysely";

/**
 * The index of people: one row for each member whom others can find (verified, not deleted), whatever writes. Its tokens,
 * hashed so that rows are narrow and quick to compare: every beginning of up to 20 letters of each word of
 * `search_name`; `:o5` studied at institution 5; `:r17` studied or worked in region 17 or below it; `:s3`, `:p301`
 * worked in the sphere, as the position. Of years of study, at `:o5`, in `:r17` and at all (`:y`): `:o5/2003` for a
 * year, `:o5/200x` for its decade; `:o5/2003+`, `:o5/200x+` for what began then and goes on, `:o5/+` for whenever it
 * began: a new year makes no token wrong.
 *
 * Who writes many members at once turns the triggers off in the transaction and tells of the members afterwards:
 * `SELECT set_config('kampus.people_index', 'off', true)`, then `SELECT index_people(ARRAY[1, 2, 3])`. Millions are
 * indexed fastest with `people_tokens` dropped and made again as it is here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE people (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      tokens bigint[] NOT NULL
    )`.execute(db);
  // A list of what is yet to be merged would be read whole by every search.
  await sql`
    CREATE INDEX people_tokens ON people USING gin (tokens) WITH (fastupdate = off)`.execute(db);
  await sql`
    CREATE TABLE search_names (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      version integer NOT NULL,
      up_to integer NOT NULL
    )`.execute(db);
  await sql`DROP INDEX users_search_name`.execute(db);

  await makeIndexing(db);
  await followUsers(db);
  await followEntries(db);
  await followRegions(db);
}

async function makeIndexing(db: Kysely<unknown>) {
  // Of two that write about one member the later reads what the earlier wrote: it waits before it reads. The planner
  // takes the rows that functions make for many: compiling would cost seconds.
  await sql`
    CREATE FUNCTION index_people(ids integer[]) RETURNS void LANGUAGE plpgsql
    SET jit = off SET work_mem = '64MB' AS $$
    BEGIN
      PERFORM FROM users WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
      DELETE FROM people USING users
      WHERE people.user_id = ANY (ids) AND users.id = people.user_id
        AND (users.verified_at IS NULL OR users.deleted_at IS NOT NULL);
      WITH RECURSIVE studied AS (
        SELECT user_id, object_id, region_id, start_year, end_year
        FROM educations WHERE user_id = ANY (ids)
      ), worked AS (
        SELECT user_id, sphere_id, position_id, region_id FROM jobs WHERE user_id = ANY (ids)
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
  await sql`
    CREATE FUNCTION people_index_is_off() RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT coalesce(current_setting('kampus.people_index', true), '') = 'off'
    $$`.execute(db);
}

/** Most changes of a member are none of the index: they are told by their columns, which a set of rows cannot be. */
async function followUsers(db: Kysely<unknown>) {
  await sql`
    CREATE FUNCTION index_new_users() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM index_people(ids)
      FROM (SELECT array_agg(id) AS ids FROM new_rows WHERE verified_at IS NOT NULL) AS verified
      WHERE ids IS NOT NULL AND NOT people_index_is_off();
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER people_follow_insert AFTER INSERT ON users
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION index_new_users()`.execute(
    db,
  );
  await sql`
    CREATE FUNCTION index_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT people_index_is_off() THEN PERFORM index_people(ARRAY[NEW.id]); END IF;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER people_follow_update AFTER UPDATE OF verified_at, deleted_at, search_name ON users
    FOR EACH ROW WHEN (
      (OLD.verified_at IS NULL, OLD.deleted_at IS NULL, OLD.search_name)
      IS DISTINCT FROM (NEW.verified_at IS NULL, NEW.deleted_at IS NULL, NEW.search_name))
    EXECUTE FUNCTION index_changed_user()`.execute(db);
}

async function followEntries(db: Kysely<unknown>) {
  await sql`
    CREATE FUNCTION index_members_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      ids integer[];
    BEGIN
      IF people_index_is_off() THEN
        RETURN NULL;
      ELSIF TG_OP = 'INSERT' THEN
        ids := ARRAY(SELECT DISTINCT user_id FROM new_rows);
      ELSIF TG_OP = 'DELETE' THEN
        ids := ARRAY(SELECT DISTINCT user_id FROM old_rows);
      ELSE
        ids := ARRAY(SELECT user_id FROM old_rows UNION SELECT user_id FROM new_rows);
      END IF;
      IF ids <> '{}' THEN PERFORM index_people(ids); END IF;
      RETURN NULL;
    END $$`.execute(db);
  for (const table of ["educations", "jobs"])
    for (const [event, rows] of [
      ["insert", "NEW TABLE AS new_rows"],
      ["update", "OLD TABLE AS old_rows NEW TABLE AS new_rows"],
      ["delete", "OLD TABLE AS old_rows"],
    ] as const)
      await sql`
        CREATE TRIGGER ${sql.ref(`people_follow_${event}`)} AFTER ${sql.raw(event)}
        ON ${sql.table(table)} REFERENCING ${sql.raw(rows)}
        FOR EACH STATEMENT EXECUTE FUNCTION index_members_of_entries()`.execute(db);
}

/** Reference data in which a region is moved below another moves those who studied or worked there. */
async function followRegions(db: Kysely<unknown>) {
  await sql`
    CREATE FUNCTION index_members_of_region() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM index_people(ARRAY(
        WITH RECURSIVE within AS (
          SELECT NEW.id
          UNION SELECT regions.id FROM regions JOIN within ON regions.parent_id = within.id
        )
        SELECT user_id FROM educations WHERE region_id IN (SELECT id FROM within)
        UNION SELECT user_id FROM jobs WHERE region_id IN (SELECT id FROM within)));
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER people_follow_update AFTER UPDATE OF parent_id ON regions
    FOR EACH ROW WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id)
    EXECUTE FUNCTION index_members_of_region()`.execute(db);
}
