import { sql, type Transaction } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import type { ReferenceTable } from "#server/reference/upsert.ts";

/** Deletes the rows that are not among `present`; those that something refers to are retired instead: they are in no list. */
export async function removeMissing(
  trx: Transaction<Tables>,
  table: ReferenceTable,
  present: { id: number }[],
): Promise<void> {
  const ids = sql.val(present.map(({ id }) => id));
  // The lock keeps members from choosing such a row until this is committed.
  const missing = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)} WHERE id <> ALL (${ids}::integer[]) FOR UPDATE`.execute(trx);
  if (missing.rows.length === 0) return;
  const gone = sql.val(missing.rows.map(({ id }) => id));
  const isFree = await notReferredTo(trx, table);
  let deleted: bigint | undefined;
  do {
    // A region may go once the districts that refer to it have gone.
    const result = await sql`
      DELETE FROM ${sql.table(table)} AS missing
      WHERE id = ANY (${gone}::integer[]) AND ${isFree}`.execute(trx);
    deleted = result.numAffectedRows;
  } while (deleted);
  await sql`
    UPDATE ${sql.table(table)} SET retired_at = now()
    WHERE id = ANY (${gone}::integer[]) AND retired_at IS NULL`.execute(trx);
}

/** Condition on `missing`, of whichever tables refer to this one today; what goes with a deleted row does not hold it. */
async function notReferredTo(trx: Transaction<Tables>, table: ReferenceTable) {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT referring.relname AS table, attribute.attname AS column
    FROM pg_constraint
    JOIN pg_class AS referring ON referring.oid = conrelid
    JOIN pg_attribute AS attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confdeltype IN ('a', 'r')
      AND confrelid = ${table}::regclass AND array_length(conkey, 1) = 1`.execute(trx);
  const conditions = rows.map(
    ({ table: referring, column }) => sql<boolean>`NOT EXISTS (
      SELECT FROM ${sql.table(referring)} AS referring
      WHERE ${sql.ref(`referring.${column}`)} = missing.id)`,
  );
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql<boolean>`true`;
}
