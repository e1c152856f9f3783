/**
 * The sizes of the classes of an institution, as one member sees them. The sizes are stored (migration 0030), so that a
 * large institution is read as quickly as a small one; members whom the reader is not to count are subtracted.
 */
import { sql } from "kysely";
import { z } from "zod";
import type { ClassList } from "#lib/classes/schema.ts";
import { classKeyOf, type ClassYears } from "#lib/members/class-key.ts";
import { idMax } from "#lib/http/schema.ts";
import type { Db } from "#server/db/database.ts";
import { decodeCursor, seekPage } from "#server/http/cursor.ts";
import { classYearsOf, storedClass, uncountedFor } from "#server/members/class-members.ts";
import { isVisible } from "#server/visibility.ts";

const pageSize = 60;
const year = z.int().min(0).max(idMax);
const place = z.tuple([year, year]);

/** The number of groups of a class that are shown, largest first. */
const groupsMax = 100;
/**
 * A group is shown in the spelling that most of its first members use, of whom this many are read. Each costs looking up
 * whether they show their educations.
 */
const spellingsMax = 20;

/**
 * Classes that still study first, then the newest class first. @throws {Failure} `invalid` for a cursor of another
 * list.
 */
export async function listClasses(
  db: Db,
  readerId: number,
  objectId: number,
  { cursor }: { cursor?: string | undefined },
): Promise<ClassList> {
  const after = decodeCursor(cursor, place);
  const { rows } = await sql<{ ended: number; began: number; total: number; mine: boolean }>`
    WITH uncounted AS MATERIALIZED (
      SELECT ended, began, count(*)::int AS total
      FROM ${uncountedFor(readerId)} AS uncounted JOIN class_members USING (user_id)
      WHERE object_id = ${objectId} GROUP BY ended, began
    )
    SELECT size.ended, size.began, size.total - coalesce(uncounted.total, 0) AS total, EXISTS (
      SELECT FROM class_members AS me WHERE me.user_id = ${readerId} AND me.object_id = ${objectId}
        AND me.ended = size.ended AND me.began = size.began) AS mine
    FROM class_sizes AS size LEFT JOIN uncounted USING (ended, began)
    WHERE size.object_id = ${objectId} AND study_group_key = '' AND size.ended > 0
      AND size.total > coalesce(uncounted.total, 0)
      ${after ? sql`AND (size.ended, size.began) < (${after[0]}::int, ${after[1]}::int)` : sql``}
    ORDER BY size.ended DESC, size.began DESC
    LIMIT ${pageSize + 1}`.execute(db);
  const { data, meta } = seekPage(
    rows,
    pageSize,
    ({ total, mine, ...stored }) => {
      const { start, end } = classYearsOf(stored);
      return { key: classKeyOf({ start, end }), end, start, total, mine };
    },
    ({ ended, began }) => [ended, began],
  );
  return { data, meta: { ...meta, total: await countAt(db, readerId, objectId) } };
}

/** The number of members of the institution, each counted once. */
async function countAt(db: Db, readerId: number, objectId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT (size.total - (
      SELECT count(DISTINCT user_id) FROM ${uncountedFor(readerId)} AS uncounted
        JOIN class_members USING (user_id) WHERE object_id = ${objectId}))::int AS total
    FROM class_sizes AS size
    WHERE object_id = ${objectId} AND ended = 0 AND began = 0 AND study_group_key = ''`.execute(db);
  return Math.max(0, rows[0]?.total ?? 0);
}

interface ClassSize {
  total: number;
  groups: { name: string; total: number }[];
}

/**
 * The size of a class, and of each of its groups, in the order of their names. A group that nobody shows to the reader is
 * left out, because its name is a part of an education.
 */
export async function countClass(
  db: Db,
  readerId: number,
  objectId: number,
  years: ClassYears,
): Promise<ClassSize> {
  const { ended, began } = storedClass(years);
  const ofClass = sql`object_id = ${objectId} AND ended = ${ended} AND began = ${began}`;
  const { rows } = await sql<{ key: string; total: number; name: string | null }>`
    WITH uncounted AS MATERIALIZED (
      SELECT user_id, study_group_key FROM ${uncountedFor(readerId)} AS uncounted
        JOIN class_members USING (user_id)
      WHERE ${ofClass}
    ), counted AS (
      SELECT study_group_key AS key, total - (
        SELECT count(*) FROM uncounted
        WHERE size.study_group_key IN ('', uncounted.study_group_key))::int AS total
      FROM class_sizes AS size WHERE ${ofClass} AND total > 0
      ORDER BY size.study_group_key <> '', total DESC, study_group_key
      LIMIT ${groupsMax + 1}
    )
    SELECT key, total, (
      SELECT mode() WITHIN GROUP (ORDER BY study_group) FROM (
        SELECT study_group FROM class_members AS member JOIN users ON users.id = member.user_id
        WHERE ${ofClass} AND member.study_group_key = counted.key AND key <> ''
          AND ${isVisible("educations", readerId)}
        ORDER BY sort_name, user_id LIMIT ${spellingsMax}) AS spelling) AS name
    FROM counted WHERE total > 0`.execute(db);
  const { compare } = new Intl.Collator("ru", { numeric: true });
  const groups = rows
    .flatMap(({ name, total }) => (name === null ? [] : [{ name, total }]))
    .sort((one, other) => compare(one.name, other.name));
  return { total: rows.find(({ key }) => key === "")?.total ?? 0, groups };
}
