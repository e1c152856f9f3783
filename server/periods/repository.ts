/** The SQL that educations and jobs share. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

export type PeriodTable = "educations" | "jobs";

/** The periods of a member, or the one with the id. */
export const isOf = (table: PeriodTable, userId: number, id?: number) => {
  const own = sql<boolean>`${sql.ref(`${table}.user_id`)} = ${userId}`;
  return id === undefined ? own : sql<boolean>`${own} AND ${sql.ref(`${table}.id`)} = ${id}`;
};

/** Periods until now come first, then the latest. */
export const latestFirst = (table: PeriodTable) => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`${column("end_year")} DESC NULLS FIRST, ${column("start_year")} DESC, ${column("id")} DESC`;
};

export const yearsOf = (input: { start: number; end?: number | null | undefined }) => ({
  start_year: input.start,
  end_year: input.end ?? null,
});

export async function countPeriods(db: Db, table: PeriodTable, userId: number): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as("total"))
    .where(isOf(table, userId))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Deletes the periods of an account that is purged. */
export async function forgetPeriods(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("educations").where(isOf("educations", userId)).execute();
  await trx.deleteFrom("jobs").where(isOf("jobs", userId)).execute();
}
