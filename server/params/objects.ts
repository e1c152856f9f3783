import { type RawBuilder, sql } from "kysely";
import { readSchoolName } from "#lib/params/school-name.ts";
import type { Db } from "#server/db/database.ts";
import { regionsWithin } from "#server/params/regions.ts";
import { wholeName, wordsMatch } from "#server/db/searchable.ts";

interface ObjectsFilter {
  establishment_id?: number | undefined;
  region_id?: number | undefined;
  q?: string | undefined;
}

/** Condition on `objects`: offered today, of a kind, in a region or below it, named by the words of `q`. */
export async function offeredObjects(
  db: Db,
  { establishment_id, region_id, q }: ObjectsFilter,
): Promise<RawBuilder<boolean>> {
  const conditions = [sql<boolean>`objects.retired_at IS NULL`];
  if (establishment_id) conditions.push(sql`objects.establishment_id = ${establishment_id}`);
  if (region_id)
    conditions.push(sql`objects.region_id IN (${sql.join(await regionsWithin(db, region_id))})`);
  const matches = wordsMatch(sql.ref("objects.search_words"), q);
  const key = schoolKeyIn(q);
  if (matches) conditions.push(key ? sql`(${matches} OR objects.school_key = ${key})` : matches);
  return sql`${sql.join(conditions, sql` AND `)}`;
}

/** Of "110-сон мактаб": a school is found by its number however that is written. Null for what may be something else. */
function schoolKeyIn(q: string | undefined): string | null {
  const read = readSchoolName(q ?? "");
  return read && (read.number ? read.isPlain : read.saysSchool) ? read.key : null;
}

/** The place of an institution in its list. */
interface ObjectPlace {
  /** Of a search; 0 without one. */
  tier: RawBuilder<number>;
  /** What the list is ordered by, which the index on names has where nothing is searched for. */
  order: RawBuilder<unknown>;
}

/**
 * For a query that joins `object_names`, `objects` and `establishments`: by name in a language (D-SORT-KEY). Of those with
 * the words of a search first what is called just so, by all of a name, by an abbreviation or as the school of that
 * number; then in the order of the kinds, a university before branches and lyceums, and the shortest name first.
 */
export function objectPlace(q: string | undefined): ObjectPlace {
  const byName = sql`object_names.sort_key, object_names.object_id`;
  if (!q?.trim()) return { tier: sql<number>`0`, order: byName };
  const whole = ` ${wholeName(q)} `;
  const key = schoolKeyIn(q);
  const isMeant = sql`strpos(' ' || objects.search_name || ' ', ${whole}) > 0`;
  const tier = sql<number>`(
    CASE WHEN ${key ? sql`${isMeant} OR objects.school_key = ${key}` : isMeant} THEN 0 ELSE 1000000 END
    + least(establishments.sort, 99) * 10000
    + least(char_length(object_names.name), 9999)
  )`;
  return { tier, order: sql`${tier}, ${byName}` };
}
