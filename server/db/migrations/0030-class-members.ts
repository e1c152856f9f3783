import { type Kysely, sql } from "kysely";

/**
 * Who is of which class, in the order of the roster, and how many they are (D-CLASS): only members whom others can find,
 * each once, whatever writes. A class that goes on has the end 9999 and the year of its start in `began`, any other the
 * start 0. In `class_sizes` the empty group stands for the whole class, and the end 0 for the whole institution. No
 * foreign key refers to a member, because whoever goes must still be counted off.
 *
 * Who writes many members at once turns the triggers off as for the index of people (migration 0007), and calls
 * `SELECT index_class_members(ARRAY[1, 2, 3])` afterwards.
 *
 * The chat of a study group shows the group as it was written. The title of a class chat follows the class until an
 * owner changes it (D-CLASS-CHAT).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE class_members (
      user_id integer NOT NULL,
      object_id integer NOT NULL,
      ended integer NOT NULL,
      began integer NOT NULL,
      study_group text,
      study_group_key text NOT NULL,
      sort_name text COLLATE "C" NOT NULL,
      PRIMARY KEY (user_id, object_id, ended, began)
    )`.execute(db);
  await sql`
    CREATE INDEX class_members_by_name ON class_members (object_id, ended, began, sort_name, user_id)`.execute(
    db,
  );
  await sql`
    CREATE INDEX class_members_by_group
    ON class_members (object_id, ended, began, study_group_key, sort_name, user_id)`.execute(db);
  await sql`
    CREATE TABLE class_sizes (
      object_id integer NOT NULL,
      ended integer NOT NULL,
      began integer NOT NULL,
      study_group_key text NOT NULL,
      total integer NOT NULL,
      PRIMARY KEY (object_id, ended, began, study_group_key)
    )`.execute(db);
  await sql`
    ALTER TABLE class_chats
      ADD COLUMN study_group text,
      ADD COLUMN follows_title boolean NOT NULL DEFAULT true,
      ADD CONSTRAINT class_chats_group_has_key CHECK ((study_group IS NULL) = (study_group_key IS NULL))`.execute(
    db,
  );
  await makeIndexing(db);
  await followWrites(db);
  await sql`
    DO $$ DECLARE ids integer[]; BEGIN
      FOR ids IN SELECT array_agg(DISTINCT user_id) FROM educations GROUP BY user_id / 5000 LOOP
        PERFORM index_class_members(ids);
      END LOOP;
    END $$`.execute(db);
}

/**
 * Of two that write about one member the later waits until the earlier is done, before it reads. Sizes are changed in
 * one order, so that nobody waits for whom they hold up.
 */
async function makeIndexing(db: Kysely<unknown>) {
  await sql`
    CREATE FUNCTION index_class_members(ids integer[]) RETURNS void LANGUAGE plpgsql
    SET jit = off AS $$
    BEGIN
      PERFORM FROM users WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
      WITH before AS MATERIALIZED (
        SELECT * FROM class_members WHERE user_id = ANY (ids)
      ), studied AS (
        SELECT user_id, object_id, coalesce(end_year, 9999) AS ended,
          CASE WHEN end_year IS NULL THEN start_year ELSE 0 END AS began, study_group,
          coalesce(study_group_key, '') AS study_group_key, educations.id AS education_id,
          left(translate(concat_ws(' ', surname, name, patronymic), 'Ёё', 'Ее'), 60) AS sort_name
        FROM educations JOIN users ON users.id = user_id
        WHERE user_id = ANY (ids) AND verified_at IS NOT NULL AND deleted_at IS NULL
      ), after AS MATERIALIZED (
        SELECT DISTINCT ON (user_id, object_id, ended, began)
          user_id, object_id, ended, began, study_group, study_group_key, sort_name
        FROM studied
        ORDER BY user_id, object_id, ended, began, study_group_key = '', education_id DESC
      ), gone AS (
        DELETE FROM class_members AS member USING before
        WHERE member.user_id = before.user_id AND member.object_id = before.object_id
          AND member.ended = before.ended AND member.began = before.began
          AND NOT EXISTS (
            SELECT FROM after
            WHERE after.user_id = before.user_id AND after.object_id = before.object_id
              AND after.ended = before.ended AND after.began = before.began)
      ), written AS (
        INSERT INTO class_members AS member
          (user_id, object_id, ended, began, study_group, study_group_key, sort_name)
        SELECT * FROM after
        ON CONFLICT (user_id, object_id, ended, began) DO UPDATE
        SET study_group = excluded.study_group, study_group_key = excluded.study_group_key, sort_name = excluded.sort_name
        WHERE (member.study_group, member.study_group_key, member.sort_name)
          IS DISTINCT FROM (excluded.study_group, excluded.study_group_key, excluded.sort_name)
      ), changed (object_id, ended, began, study_group_key, change) AS (
        SELECT object_id, ended, began, '', 1 FROM after
        UNION ALL SELECT object_id, ended, began, '', -1 FROM before
        UNION ALL SELECT object_id, ended, began, study_group_key, 1 FROM after WHERE study_group_key <> ''
        UNION ALL SELECT object_id, ended, began, study_group_key, -1 FROM before WHERE study_group_key <> ''
        UNION ALL SELECT object_id, 0, 0, '', 1 FROM (SELECT DISTINCT user_id, object_id FROM after) AS there
        UNION ALL SELECT object_id, 0, 0, '', -1 FROM (SELECT DISTINCT user_id, object_id FROM before) AS there
      )
      INSERT INTO class_sizes AS size (object_id, ended, began, study_group_key, total)
      SELECT object_id, ended, began, study_group_key, sum(change) FROM changed
      GROUP BY object_id, ended, began, study_group_key
      HAVING sum(change) <> 0
      ORDER BY object_id, ended, began, study_group_key
      ON CONFLICT (object_id, ended, began, study_group_key) DO UPDATE
      SET total = size.total + excluded.total;
    END $$`.execute(db);
}

async function followWrites(db: Kysely<unknown>) {
  await sql`
    CREATE FUNCTION follow_class_members() RETURNS trigger LANGUAGE plpgsql AS $$
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
      IF ids <> '{}' THEN PERFORM index_class_members(ids); END IF;
      RETURN NULL;
    END $$`.execute(db);
  for (const [event, rows] of [
    ["insert", "NEW TABLE AS new_rows"],
    ["update", "OLD TABLE AS old_rows NEW TABLE AS new_rows"],
    ["delete", "OLD TABLE AS old_rows"],
  ] as const)
    await sql`
      CREATE TRIGGER ${sql.ref(`class_members_follow_${event}`)} AFTER ${sql.raw(event)}
      ON educations REFERENCING ${sql.raw(rows)}
      FOR EACH STATEMENT EXECUTE FUNCTION follow_class_members()`.execute(db);
  await sql`
    CREATE FUNCTION follow_class_member() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT people_index_is_off() THEN PERFORM index_class_members(ARRAY[NEW.id]); END IF;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER class_members_follow_update AFTER UPDATE OF verified_at, deleted_at, surname, name, patronymic ON users
    FOR EACH ROW WHEN (
      (OLD.verified_at IS NULL, OLD.deleted_at IS NULL, OLD.surname, OLD.name, OLD.patronymic)
      IS DISTINCT FROM (NEW.verified_at IS NULL, NEW.deleted_at IS NULL, NEW.surname, NEW.name, NEW.patronymic))
    EXECUTE FUNCTION follow_class_member()`.execute(db);
}
