/** What a database of Kampus holds, as its own catalogue names it: tables, columns and sequences. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

export interface KampusTable {
  /** As it is written in a statement: quoted, and with its schema where that is needed. */
  name: string;
  columns: { name: string; type: string }[];
}

/**
 * The tables with all that members and operators wrote, and those of the job queue with its jobs; a partition belongs
 * to its table. Generated columns are left out, and so is what each database notes of its own migrations.
 */
export async function readTables(db: Db): Promise<KampusTable[]> {
  const { rows } = await sql<KampusTable>`
    SELECT pg_class.oid::regclass::text AS name, json_agg(json_build_object(
      'name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute
      ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND (
      pg_class.oid IN (to_regclass('pgboss.queue'), to_regclass('pgboss.job'))
      OR (relnamespace = ${ownSchema} AND relname NOT IN ('kysely_migration', 'kysely_migration_lock')))
    GROUP BY pg_class.oid ORDER BY name`.execute(db);
  return rows;
}

const ownSchema = sql`(SELECT oid FROM pg_namespace WHERE nspname = current_schema())`;

export async function countRows(db: Db, { name }: KampusTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.raw(name)}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface Sequence {
  name: string;
  /** The column that takes its values; null for a sequence that a statement asks by itself. */
  owner: { table: string; column: string } | null;
}

export async function readSequences(db: Db): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    SELECT pg_class.oid::regclass::text AS name, CASE WHEN attname IS NOT NULL THEN
      json_build_object('table', refobjid::regclass::text, 'column', quote_ident(attname)) END AS owner
    FROM pg_class
    LEFT JOIN pg_depend ON pg_depend.classid = 'pg_class'::regclass AND objid = pg_class.oid
      AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')
    LEFT JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
    WHERE relkind = 'S' AND relnamespace = ${ownSchema} ORDER BY name`.execute(db);
  return rows;
}

interface ForeignKey {
  drop: string;
  make: string;
}

/** Reads the statements that drop and make each foreign key; those of a partition follow those of its table. */
export async function readForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
    FROM pg_constraint
    WHERE contype = 'f' AND conparentid = 0
      AND (connamespace = ${ownSchema} OR connamespace = to_regnamespace('pgboss'))
    ORDER BY oid`.execute(db);
  return rows;
}
