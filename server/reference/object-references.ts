/** What refers to an institution, and what becomes of it when two turn out to be one. */
import { sql, type Transaction } from "kysely";
import type { Tables } from "#server/db/tables.ts";

type Move = (trx: Transaction<Tables>, from: number, into: number) => Promise<unknown>;

interface ObjectReference {
  table: string;
  column: string;
  /** `goes`: each institution has its own. */
  move: Move | "goes";
}

const update =
  (table: string, column: string): Move =>
  (trx, from, into) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${into}
      WHERE ${sql.ref(column)} = ${from}`.execute(trx);

const moved = (table: string, column = "object_id"): ObjectReference => ({
  ...{ table, column, move: update(table, column) },
});

/** Every foreign key to `objects`. A table in which an institution occurs once for each key needs a move of its own. */
export const objectReferences: ObjectReference[] = [
  moved("educations"),
  moved("institution_requests"),
  moved("objects", "merged_into"),
  { table: "object_names", column: "object_id", move: "goes" },
];

/**
 * Makes all that refers to one institution refer to the other. The former stays as a row that leads there, because its
 * address may be written anywhere, and is in no list.
 */
export async function moveReferences(
  trx: Transaction<Tables>,
  from: number,
  into: number,
): Promise<void> {
  for (const { move } of objectReferences) if (move !== "goes") await move(trx, from, into);
  await trx
    .updateTable("objects")
    .set({
      merged_into: into,
      school_key: null,
      retired_at: sql<Date>`coalesce(retired_at, now())`,
    })
    .where("id", "=", from)
    .execute();
}
