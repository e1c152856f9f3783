import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { regionsWithin } from "#server/params/regions.ts";
import { nameMatches } from "#server/db/searchable.ts";

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
  const matches = nameMatches(sql.ref("objects.search_name"), q);
  if (matches) conditions.push(matches);
  return sql`${sql.join(conditions, sql` AND `)}`;
}
