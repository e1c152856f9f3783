import { sql } from "kysely";
import type { Named } from "#lib/params/schema.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";

/**
 * A region and all below it. Read beforehand, because knowing how few they are, the planner uses the index on regions.
 */
export async function regionsWithin(db: Db, regionId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE within AS (
      SELECT ${regionId}::integer AS id
      UNION
      SELECT regions.id FROM regions JOIN within ON regions.parent_id = within.id
    )
    SELECT id FROM within`.execute(db);
  return rows.map(({ id }) => id);
}

/** The regions from the top one down to this one, which is the last. */
export async function regionPath(db: Db, locale: string, regionId: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id, names, 0 AS steps FROM regions WHERE id = ${regionId}
      UNION ALL
      SELECT regions.id, regions.parent_id, regions.names, steps + 1
      FROM regions JOIN above ON regions.id = above.parent_id
    )
    SELECT id, ${nameIn(sql.ref("above.names"), locale)} AS name
    FROM above ORDER BY steps DESC`.execute(db);
  return rows;
}
