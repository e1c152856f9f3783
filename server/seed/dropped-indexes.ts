/** Drops the indexes and foreign keys that slow inserts down, and recreates them afterwards. */
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#server/db/database.ts";
import { seededTables } from "#server/seed/plan.ts";

/** Statements that recreate them, by table and in order. */
export const droppedIndexes = z.array(z.object({ table: z.string(), make: z.string() }));
export type DroppedIndexes = z.infer<typeof droppedIndexes>;

interface Found {
  table: string;
  drop: string;
  make: string;
}

/** Drops them and returns how to recreate them. Only for tables that nobody reads yet. */
export async function dropIndexes(trx: Db): Promise<DroppedIndexes> {
  const found = [...(await findIndexes(trx)), ...(await findConstraints(trx))];
  for (const { drop } of found) await sql.raw(drop).execute(trx);
  return found.map(({ table, make }) => ({ table, make }));
}

/** Indexes that enforce no rule. Unique indexes stay, because the rows must be unique while they are added too. */
async function findIndexes(trx: Db): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT on_table.relname AS table, format('DROP INDEX %I', index.relname) AS drop, pg_get_indexdef(indexrelid) AS make
    FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_class AS on_table ON on_table.oid = indrelid
    WHERE NOT indisunique AND ${isSeeded(sql`indrelid`)}
    ORDER BY indexrelid`.execute(trx);
  return rows;
}

/** Foreign keys, and the primary key of friendships, which is by far the largest and to which nothing refers. */
async function findConstraints(trx: Db): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT relname AS table, format('ALTER TABLE %I DROP CONSTRAINT %I', relname, conname) AS drop,
      format('ALTER TABLE %I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(pg_constraint.oid)) AS make
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE (contype = 'f' OR (contype = 'p' AND relname = 'friendships')) AND ${isSeeded(sql`conrelid`)}
    ORDER BY contype DESC, pg_constraint.oid`.execute(trx);
  return rows;
}

const isSeeded = (oid: ReturnType<typeof sql>) =>
  sql<boolean>`${oid} IN (SELECT to_regclass(name) FROM unnest(${[...seededTables]}::text[]) AS name)`;
