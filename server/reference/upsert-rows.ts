import { sql, type Transaction } from "kysely";
import type { Tables } from "#server/db/tables.ts";

export type ReferenceTable = "establishments" | "objects" | "positions" | "regions" | "spheres";

/**
 * Stores rows by their ids in one statement, however many; an unchanged row is not written. `columns` are those besides
 * `id`, with their types. Retired rows become current again.
 */
export async function upsertRows(
  trx: Transaction<Tables>,
  table: ReferenceTable,
  rows: { id: number }[],
  columns: Record<string, "integer" | "jsonb" | "text" | "boolean">,
): Promise<void> {
  const names = Object.keys(columns);
  const all = sql.join(names.map((name) => sql.ref(name)));
  const types = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
  const changes = sql.join(names.map((name) => sql`${sql.ref(name)} = ${given(name)}`));
  await sql`
    INSERT INTO ${sql.table(table)} (id, ${all})
    SELECT id, ${all} FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (id integer, ${types})
    ON CONFLICT (id) DO UPDATE SET ${changes}, retired_at = NULL
    WHERE (${sql.join(names.map((name) => sql.ref(`${table}.${name}`)))})
        IS DISTINCT FROM (${sql.join(names.map(given))})
      OR ${sql.ref(`${table}.retired_at`)} IS NOT NULL`.execute(trx);
}

const given = (name: string) => sql.ref(`excluded.${name}`);
