/** What two databases are compared by. */
import { sql } from "kysely";
import type { Database, Db } from "#server/db/database.ts";
import { type KampusTable, readTables } from "#server/db/move/tables-of-kampus.ts";

/** A digest of all rows of each table, by its name. */
export async function contentsOf({ db }: Database): Promise<Record<string, unknown>> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL TimeZone = 'UTC'`.execute(trx);
    const contents: Record<string, unknown> = {};
    for (const table of await readTables(trx)) contents[table.name] = await digestOf(trx, table);
    return contents;
  });
}

async function digestOf(db: Db, { name, columns }: KampusTable): Promise<unknown> {
  // Partitions have their columns in another order.
  const values = columns.map((column) => `${column.name}::text`).sort();
  const row = sql.raw(`ARRAY[${values.join(", ")}]::text COLLATE "C"`);
  const { rows } = await sql`
    SELECT count(*) AS count, md5(string_agg(${row}, ';' ORDER BY ${row})) AS digest
    FROM ${sql.raw(name)}`.execute(db);
  return rows[0];
}
