/** All references to an institution, and how they move when two are merged. */
import { sql, type Transaction } from "kysely";
import type { Tables } from "#server/db/tables.ts";

type Move = (trx: Transaction<Tables>, from: number, into: number) => Promise<unknown>;

interface ObjectReference {
  table: string;
  column: string;
  /** `goes`: each institution has its own row, which is dropped. */
  move: Move | "goes";
}

const update =
  (table: string, column: string): Move =>
  (trx, from, into) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${into}
      WHERE ${sql.ref(column)} = ${from}`.execute(trx);

const moved = (table: string, column = "object_id"): ObjectReference => ({
  table,
  column,
  move: update(table, column),
});

/**
 * Every foreign key to `objects`, in the order in which a purge goes over the tables (server/compose/personal-data.ts), so
 * that the two do not deadlock. A table with at most one row per institution and key needs a move of its own.
 */
export const objectReferences: ObjectReference[] = [
  { table: "educations", column: "object_id", move: moveEducations },
  { table: "reports", column: "object_id", move: moveReports },
  moved("institution_requests"),
  moved("class_events"),
  { table: "class_chats", column: "object_id", move: moveClassChats },
  moved("invitations"),
  moved("objects", "merged_into"),
  { table: "object_names", column: "object_id", move: "goes" },
  { table: "institution_counts", column: "object_id", move: "goes" },
];

/**
 * Sets kind and region from the institution, because a form would otherwise report a mismatch. Whoever named both has the
 * same education once.
 */
async function moveEducations(trx: Transaction<Tables>, from: number, into: number) {
  await sql`
    DELETE FROM educations AS gone USING educations AS kept
    WHERE gone.object_id = ${from} AND kept.object_id = ${into} AND kept.user_id = gone.user_id
      AND kept.start_year = gone.start_year AND kept.end_year IS NOT DISTINCT FROM gone.end_year
      AND kept.study_group_key IS NOT DISTINCT FROM gone.study_group_key
      AND kept.speciality IS NOT DISTINCT FROM gone.speciality`.execute(trx);
  return sql`
    UPDATE educations
    SET object_id = kept.id, establishment_id = kept.establishment_id, region_id = kept.region_id
    FROM objects AS kept WHERE kept.id = ${into} AND object_id = ${from}`.execute(trx);
}

/** A class has one chat: the chat of a class that has one already stays as a plain group of its members. */
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

/**
 * A reporter may have one open report of an institution: where they have one of each, the report of the merged
 * institution stays without a subject.
 */
function moveReports(trx: Transaction<Tables>, from: number, into: number) {
  return sql`
    UPDATE reports SET object_id = CASE WHEN closed_at IS NULL AND EXISTS (
        SELECT FROM reports AS kept WHERE kept.reporter_id = reports.reporter_id
          AND kept.object_id = ${into} AND kept.closed_at IS NULL)
      THEN NULL ELSE ${into}::int END
    WHERE object_id = ${from}`.execute(trx);
}

interface Merge {
  from: number;
  into: number;
}

/**
 * Locks what merges need, in the order in which members lock it when they change an education: themselves, then their
 * educations, then institutions. In another order the two would deadlock. All merges of a transaction are locked at once.
 * Returns how many members studied at the institutions that go.
 */
export async function lockMerges(trx: Transaction<Tables>, merges: Merge[]): Promise<number> {
  const froms = merges.map(({ from }) => from);
  const ids = merges.flatMap(({ from, into }) => [from, into]);
  const studiedThere = sql`SELECT user_id FROM educations WHERE object_id = ANY (${froms}::int[])`;
  await sql`SAVEPOINT locking_merges`.execute(trx);
  let members = 0;
  for (;;) {
    const locked = await sql<{ id: number }>`
      SELECT id FROM users WHERE id IN (${studiedThere}) ORDER BY id FOR NO KEY UPDATE`.execute(
      trx,
    );
    await sql`
      SELECT FROM objects WHERE id = ANY (${ids}::int[]) ORDER BY id FOR UPDATE`.execute(trx);
    const memberIds = locked.rows.map(({ id }) => id);
    const late =
      await sql`${studiedThere} AND user_id <> ALL (${memberIds}::int[]) LIMIT 1`.execute(trx);
    members = memberIds.length;
    if (late.rows.length === 0) break;
    // Somebody entered the institution before it was locked: gives way, and begins anew.
    await sql`ROLLBACK TO SAVEPOINT locking_merges`.execute(trx);
  }
  await sql`RELEASE SAVEPOINT locking_merges`.execute(trx);
  return members;
}

/**
 * Moves all references of one institution to the other, under the locks of `lockMerges`. The former stays as a row that
 * points there, because its address may be linked anywhere, and is in no list. It keeps its key as a school, by which
 * whoever enters it again is led to the other (D-SCHOOL). `before` is called with the name of each table before it is
 * changed; by the class chats what takes long has moved.
 */
export async function moveReferences(
  trx: Transaction<Tables>,
  from: number,
  into: number,
  before?: (table: string) => Promise<void>,
): Promise<void> {
  for (const { table, move } of objectReferences) {
    if (move === "goes") continue;
    await before?.(table);
    await move(trx, from, into);
  }
  await trx
    .updateTable("objects")
    .set({
      merged_into: into,
      retired_at: sql<Date>`coalesce(retired_at, now())`,
    })
    .where("id", "=", from)
    .execute();
}
