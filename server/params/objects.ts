import { type RawBuilder, sql } from "kysely";
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
  if (matches) conditions.push(matches);
  return sql`${sql.join(conditions, sql` AND `)}`;
}

/**
 * The place of an institution in its list, for a query that joins `object_names`, `objects` and `establishments`: by
 * name in a language. Of those with the words of a search first what is called just so, by all of a name or by an
 * abbreviation; then in the order of the kinds, a university before branches and lyceums, and the shortest name first.
 */
export function objectPlace(q: string | undefined): RawBuilder<number> {
  const rank = sql.ref<number>("object_names.rank");
  if (!q?.trim()) return rank;
  const whole = ` ${wholeName(q)} `;
  // Digits of one number, each sum below the next: a cursor takes it up. A double holds it exactly.
  return sql<number>`(
    CASE WHEN strpos(' ' || objects.search_name || ' ', ${whole}) > 0 THEN 0 ELSE 1e12::float8 END
    + least(establishments.sort, 99) * 1e10::float8
    + least(char_length(object_names.name), 9999) * 1e6::float8
    + ${rank}
  )`;
}
