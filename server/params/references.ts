/** Checks that a member's choices of reference data are allowed. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { Failure, invalidField } from "#server/http/failure.ts";

/** In the order in which the loader of the reference data locks rows, because another order could deadlock. */
const tables = {
  object_id: "objects",
  position_id: "positions",
  establishment_id: "establishments",
  region_id: "regions",
  sphere_id: "spheres",
} as const;

export type References = { [field in keyof typeof tables]?: number };

/**
 * Requires every row to exist and not to be retired; a retired one may stay where it is (`current`). The rows are
 * locked until the transaction ends. @throws {Failure} `invalid`, on each field of a row that cannot be chosen.
 */
export async function checkReferences(
  trx: Db,
  chosen: References,
  current: References = {},
): Promise<void> {
  const fields: Record<string, string[]> = {};
  const names = Object.keys(tables) as (keyof typeof tables)[]; // Object.keys answers any strings
  for (const field of names) {
    const id = chosen[field];
    if (id === undefined) continue;
    const { rows } = await sql<{ is_retired: boolean }>`
      SELECT retired_at IS NOT NULL AS is_retired
      FROM ${sql.table(tables[field])} WHERE id = ${id} FOR KEY SHARE`.execute(trx);
    const isOffered = rows[0]?.is_retired === false;
    if (!isOffered && !(rows[0] && current[field] === id)) fields[field] = ["Site.invalid"];
  }
  if (Object.keys(fields).length > 0) throw new Failure("invalid", { fields });
}

/** @throws {Failure} `invalid` unless the institution is of the kind and in the region or below it. */
export async function checkObject(
  trx: Db,
  chosen: { object_id: number; establishment_id: number; region_id: number },
): Promise<void> {
  const { rows } = await sql`
    WITH RECURSIVE above AS (
      SELECT region_id AS id FROM objects
      WHERE id = ${chosen.object_id} AND establishment_id = ${chosen.establishment_id}
      UNION
      SELECT parent_id FROM regions JOIN above ON regions.id = above.id
    )
    SELECT FROM above WHERE id = ${chosen.region_id}`.execute(trx);
  if (rows.length === 0) throw invalidField("object_id", "Site.invalid");
}

/** @throws {Failure} `invalid` unless the position is of the sphere. */
export async function checkPosition(
  trx: Db,
  chosen: { position_id: number; sphere_id: number },
): Promise<void> {
  const row = await trx
    .selectFrom("positions")
    .select("id")
    .where("id", "=", chosen.position_id)
    .where("sphere_id", "=", chosen.sphere_id)
    .executeTakeFirst();
  if (!row) throw invalidField("position_id", "Site.invalid");
}
