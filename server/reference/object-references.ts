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
  { table: "educations", column: "object_id", move: moveEducations },
  { table: "class_chats", column: "object_id", move: moveClassChats },
  moved("class_events"),
  moved("invitations"),
  moved("institution_requests"),
  { table: "reports", column: "object_id", move: moveReports },
  moved("objects", "merged_into"),
  { table: "object_names", column: "object_id", move: "goes" },
  { table: "institution_counts", column: "object_id", move: "goes" },
];

/** Their kind and region are those of the institution, or a form would say that it does not stand there. */
function moveEducations(trx: Transaction<Tables>, from: number, into: number) {
  return sql`
    UPDATE educations
    SET object_id = kept.id, establishment_id = kept.establishment_id, region_id = kept.region_id
    FROM objects AS kept WHERE kept.id = ${into} AND object_id = ${from}`.execute(trx);
}

/** A class has one chat: that of a class which has one already stays as a group of its members, of no class. */
function moveClassChats(trx: Transaction<Tables>, from: number, into: number) {
  return sql`
    WITH doubled AS (
      DELETE FROM class_chats AS gone USING class_chats AS kept
      WHERE gone.object_id = ${from} AND kept.object_id = ${into} AND kept.class_key = gone.class_key
        AND kept.study_group_key IS NOT DISTINCT FROM gone.study_group_key
      RETURNING gone.chat_id)
    UPDATE class_chats SET object_id = ${into}
    WHERE object_id = ${from} AND chat_id NOT IN (SELECT chat_id FROM doubled)`.execute(trx);
}

/** A reporter has one open report of an institution: that of the other stays, and names nothing any more. */
function moveReports(trx: Transaction<Tables>, from: number, into: number) {
  return sql`
    UPDATE reports SET object_id = CASE WHEN closed_at IS NULL AND EXISTS (
        SELECT FROM reports AS kept WHERE kept.reporter_id = reports.reporter_id
          AND kept.object_id = ${into} AND kept.closed_at IS NULL)
      THEN NULL ELSE ${into}::int END
    WHERE object_id = ${from}`.execute(trx);
}

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
