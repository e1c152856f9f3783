import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/**
 * A part of an answer that one statement reads together with others: the column to select, and how its value is parsed.
 * So features that are read at once need no statement each.
 */
export interface AnswerPart<T> {
  column: RawBuilder<unknown>;
  read: (value: unknown) => T;
}

/** The rows of a query as a list in one column. JSON turns their times into strings. */
export const rowsColumn = (query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT coalesce(json_agg(to_json(listed)), '[]') FROM (${query}) AS listed)`;

/** The only row of a query, or null. */
export const rowColumn = (query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT to_json(one) FROM (${query}) AS one)`;

/** Reads all parts by one statement. */
export async function askTogether<Parts extends unknown[]>(
  db: Db,
  parts: { [Index in keyof Parts]: AnswerPart<Parts[Index]> },
): Promise<Parts> {
  const columns = parts.map(
    ({ column }, index): RawBuilder<unknown> => sql`${column} AS ${sql.ref(`part_${index}`)}`,
  );
  const { rows } = await sql<Record<string, unknown>>`SELECT ${sql.join(columns)}`.execute(db);
  return parts.map(({ read }, index) => read(rows[0]?.[`part_${index}`])) as Parts; // map loses that each part has its own type
}
