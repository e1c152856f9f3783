/** Fills a database with all rows of another one that has the same tables, within a transaction of each. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import {
  countRows,
  type KampusTable,
  readForeignKeys,
  readSequences,
  readTables,
} from "#server/db/move/tables-of-kampus.ts";
import { reachable, StartFault } from "#server/infra/start-fault.ts";

/** A table of the source that has rows, and how many. */
export interface CountedTable extends KampusTable {
  rows: number;
}

/** At most this many rows are in memory. */
const portionMax = 1_000;

/**
 * Replaces all rows of `to` by those of `from`, keeps every id, and moves each sequence behind the ids. Triggers are off
 * meanwhile, because what they would write is copied too; foreign keys are dropped, because rows refer to each other in
 * circles, and made again, by which PostgreSQL checks each of them. @throws {StartFault} where the tables are not the same,
 * or a table does not have as many rows afterwards
 */
export async function copyTables(
  from: Db,
  to: Db,
  tables: CountedTable[],
  onCopied: (table: CountedTable, rows: number) => void,
): Promise<void> {
  const targets = await sameTables(from, to);
  const foreignKeys = await readForeignKeys(to);
  for (const { drop } of foreignKeys) await sql.raw(drop).execute(to);
  for (const { name } of targets)
    await sql`ALTER TABLE ${sql.raw(name)} DISABLE TRIGGER USER`.execute(to);
  const all = sql.raw(targets.map(({ name }) => name).join(", "));
  await sql`TRUNCATE ${all}`.execute(to);
  const targetOf = new Map(targets.map((target) => [target.name, target]));
  for (const table of tables) {
    const target = targetOf.get(table.name);
    if (!target) throw new Error(`${table.name} is missing, although it was compared`);
    await copyRows(from, to, target, (rows) => {
      onCopied(table, rows);
    });
  }
  await copySequences(from, to);
  for (const { make } of foreignKeys) await sql.raw(make).execute(to);
  for (const { name } of targets)
    await sql`ALTER TABLE ${sql.raw(name)} ENABLE TRIGGER USER`.execute(to);
  await compareCounts(to, targets, tables);
  // Queries are planned by the current number of rows.
  await sql`ANALYZE ${all}`.execute(to);
}

/** The tables of `to`, whose columns may be wider: partitions have larger ids. @throws {StartFault} */
async function sameTables(from: Db, to: Db): Promise<KampusTable[]> {
  const shapesOf = (tables: KampusTable[]) =>
    new Map(
      tables.map(({ name, columns }) => [
        name,
        columns
          .map((column) => column.name)
          .sort()
          .join(),
      ]),
    );
  const targets = await readTables(to);
  const [here, there] = [shapesOf(await readTables(from)), shapesOf(targets)];
  const differing = [...new Set([...here.keys(), ...there.keys()])].filter(
    (name) => here.get(name) !== there.get(name),
  );
  if (differing.length > 0)
    throw new StartFault([
      `DATABASE_URL: its tables are not those of the embedded database (${differing.join(", ")}): name an empty database`,
    ]);
  return targets;
}

/**
 * Each row travels as text, in the form in which PostgreSQL itself writes and reads an array of its values, so that no type
 * loses anything on the way through JavaScript.
 */
async function copyRows(
  from: Db,
  to: Db,
  { name, columns }: KampusTable,
  onPortion: (rows: number) => void,
): Promise<void> {
  const table = sql.raw(name);
  const values = sql.raw(columns.map((column) => `${column.name}::text`).join(", "));
  const names = sql.raw(columns.map((column) => column.name).join(", "));
  const typed = sql.raw(columns.map(({ type }, at) => `v[${at + 1}]::${type}`).join(", "));
  await reading(
    sql`DECLARE moved NO SCROLL CURSOR FOR SELECT ARRAY[${values}]::text AS row FROM ${table}`.execute(
      from,
    ),
  );
  for (;;) {
    const { rows } = await reading(
      sql<{ row: string }>`FETCH ${sql.lit(portionMax)} FROM moved`.execute(from),
    );
    if (rows.length === 0) break;
    await sql`
      WITH portion AS MATERIALIZED (
        SELECT value::text[] AS v FROM unnest(${rows.map(({ row }) => row)}::text[]) AS value)
      INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${typed} FROM portion`.execute(
      to,
    );
    onPortion(rows.length);
  }
  await reading(sql`CLOSE moved`.execute(from));
}

const reading = <T>(query: Promise<T>) => reachable("VAR_DIR", query);

/** Ids that were given out and deleted since are not given out again, as in the database that they come from. */
async function copySequences(from: Db, to: Db): Promise<void> {
  for (const { name, owner } of await readSequences(to)) {
    const { rows } = await reading(
      sql<{ last_value: number; is_called: boolean }>`
        SELECT last_value, is_called FROM ${sql.raw(name)}`.execute(from),
    );
    const [state] = rows;
    if (!state) throw new Error(`the sequence ${name} has no state`);
    const highest = owner
      ? sql`(SELECT max(${sql.raw(owner.column)}) FROM ${sql.raw(owner.table)})`
      : sql`NULL::bigint`;
    await sql`
      SELECT setval(${name}::text::regclass, GREATEST(${state.last_value}::bigint, highest),
        ${state.is_called}::boolean OR highest IS NOT NULL)
      FROM (SELECT ${highest} AS highest) AS ids`.execute(to);
  }
}

async function compareCounts(to: Db, targets: KampusTable[], tables: CountedTable[]) {
  const expected = new Map(tables.map(({ name, rows }) => [name, rows]));
  for (const target of targets) {
    const [wanted, copied] = [expected.get(target.name) ?? 0, await countRows(to, target)];
    if (copied !== wanted)
      throw new StartFault([
        `DATABASE_URL: ${copied} of ${wanted} rows of ${target.name} arrived: nothing was moved`,
      ]);
  }
}
