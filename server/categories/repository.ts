import { sql } from "kysely";
import type { CategoryNode } from "#lib/categories/schema.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";

interface CountRow {
  /** The kind of institution, then the regions from the top one down to that of the institutions. */
  path: { id: number; name: string; source?: string }[];
  total: number;
}

/**
 * Kinds of institution in their order, the regions of each by name, and their districts: only those with institutions.
 * One query reads a row for each kind in each region.
 */
export async function listCategories(db: Db, locale: string): Promise<CategoryNode[]> {
  const { rows } = await sql<CountRow>`
    WITH RECURSIVE places AS (
      SELECT id, jsonb_build_array(${regionIn(locale)}) AS path
      FROM regions WHERE parent_id IS NULL
      UNION ALL
      SELECT regions.id, path || ${regionIn(locale)}
      FROM regions JOIN places ON places.id = regions.parent_id
    ), counted AS (
      SELECT establishment_id, region_id, count(*)::integer AS total
      FROM objects WHERE retired_at IS NULL
      GROUP BY establishment_id, region_id
    )
    SELECT counted.total, jsonb_build_object(
        'id', establishments.id,
        'name', ${nameIn(sql.ref("establishments.names"), locale)},
        'source', establishments.source
      ) || places.path AS path
    FROM counted
    JOIN establishments ON establishments.id = counted.establishment_id
    JOIN places ON places.id = counted.region_id
    ORDER BY establishments.sort, establishments.id`.execute(db);
  const kinds = treeOf(rows);
  const { compare } = new Intl.Collator(locale, { numeric: true });
  for (const { childrens } of kinds)
    sortTree(childrens, (one, other) => compare(one.name, other.name));
  return kinds;
}

const regionIn = (locale: string) => sql`jsonb_build_object(
  'id', regions.id, 'name', ${nameIn(sql.ref("regions.names"), locale)})`;

function treeOf(rows: CountRow[]): CategoryNode[] {
  const kinds: CategoryNode[] = [];
  for (const { path, total } of rows) {
    let siblings = kinds;
    for (const { id, name, source = "" } of path) {
      let node = siblings.find((sibling) => sibling.id === id);
      if (!node) siblings.push((node = { id, name, total: 0, source, childrens: [] }));
      node.total += total;
      siblings = node.childrens;
    }
  }
  return kinds;
}

function sortTree(
  nodes: CategoryNode[],
  compare: (one: CategoryNode, other: CategoryNode) => number,
): void {
  nodes.sort(compare);
  for (const { childrens } of nodes) sortTree(childrens, compare);
}
