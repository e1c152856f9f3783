import { createHash } from "node:crypto";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { locales } from "#lib/i18n/locales.ts";
import type { Db } from "#server/db/database.ts";
import { allowLongWork } from "#server/db/long-work.ts";
import { searchableVersion } from "#server/db/searchable.ts";
import type { Tables } from "#server/db/tables.ts";
import {
  adopt,
  composeInstitutions,
  freeKeys,
  keepSchoolsOut,
  memberIdsFrom,
  ordinaryKindsOf,
} from "#server/reference/current-institutions.ts";
import { currentInstitutions, findImport } from "#server/reference/institution-import.ts";
import type { ReferenceFiles } from "#server/reference/read-reference-files.ts";
import { storeInstitutions } from "#server/reference/store-institutions.ts";
import { sanitiseSvg } from "#server/reference/svg-markup.ts";
import { type ReferenceTable, upsertRows } from "#server/reference/upsert-rows.ts";

/** Must be raised when the same files give other rows, or other titles of class chats. */
const rowsVersion = 6;
/** How long studies take where data/establishments.json does not say it. */
const usualStudyYears = 4;

/**
 * Makes the reference tables hold what the files say, with the institutions that the operator imported instead of those
 * of the files (D-OPERATED). Rows keep their ids, since members' entries refer to them. Does nothing and returns false
 * when the last load was of the same. The titles of class chats follow once the load is committed (`renewDueTitles`).
 * The caller makes sure that no two loads run at once. `onProgress` gets the number of institutions stored so far.
 */
export async function loadReference(
  trx: Transaction<Tables>,
  files: ReferenceFiles,
  onProgress?: (stored: number) => void,
): Promise<boolean> {
  const { fingerprint, isLoaded } = await compareWithLast(trx, files);
  if (isLoaded) return false;
  await allowLongWork(trx);
  await storeFiles(
    trx,
    { ...files, institutions: await currentInstitutions(trx, files) },
    onProgress,
  );
  // The planner plans lists by the number of rows, so statistics are renewed now.
  await sql`ANALYZE regions, objects, object_names`.execute(trx);
  const load = { fingerprint, titles_up_to: 0 };
  await trx
    .insertInto("reference_load")
    .values(load)
    .onConflict((conflict) => conflict.column("singleton").doUpdateSet(load))
    .execute();
  return true;
}

/** Whether `loadReference` has nothing to do. */
export const isReferenceLoaded = async (db: Db, files: ReferenceFiles) =>
  (await compareWithLast(db, files)).isLoaded;

async function compareWithLast(db: Db, files: ReferenceFiles) {
  const imported = await findImport(db);
  const fingerprint = fingerprintOf({ ...files, ...(imported && { institutions: imported }) });
  const last = await db.selectFrom("reference_load").select("fingerprint").executeTakeFirst();
  return { fingerprint, isLoaded: last?.fingerprint === fingerprint };
}

/** `institutions`: the fingerprint of the imported ones, which are read only when something has changed. */
const fingerprintOf = (files: Omit<ReferenceFiles, "institutions"> & { institutions: unknown }) =>
  createHash("sha256")
    .update(JSON.stringify([rowsVersion, searchableVersion, process.versions.icu, locales, files]))
    .digest("base64url");

async function storeFiles(
  trx: Transaction<Tables>,
  files: ReferenceFiles,
  onProgress?: (stored: number) => void,
): Promise<void> {
  const { regions, spheres, positions } = files;
  const names = { names: "jsonb" } as const;
  const number = "integer" as const;
  await keepSchoolsOut(trx);
  await upsertRows(trx, "establishments", establishmentRows(files.establishments), {
    ...names,
    source: "text",
    sort: number,
    is_ordinary_school: "boolean",
    study_years: number,
  });
  await upsertRows(trx, "regions", regions, { parent_id: number, ...names });
  const institutions = await storeObjects(trx, files, onProgress);
  await upsertRows(trx, "spheres", spheres, names);
  await upsertRows(trx, "positions", positions, { sphere_id: number, ...names });

  // Rows are deleted before the rows that they refer to.
  await deleteOrphanedSizes(trx, await removeMissing(trx, "objects", institutions));
  await removeMissing(trx, "positions", positions);
  await removeMissing(trx, "establishments", files.establishments);
  await removeMissing(trx, "regions", regions);
  await removeMissing(trx, "spheres", spheres);
}

/** Returns the institutions that there are now: those of the files, and those that members made (D-SCHOOL). */
async function storeObjects(
  trx: Transaction<Tables>,
  files: ReferenceFiles,
  onProgress?: (stored: number) => void,
) {
  const ordinaryKinds = ordinaryKindsOf(files);
  const { entries, adoptions } = await composeInstitutions(trx, files.institutions, ordinaryKinds);
  await freeKeys(trx, adoptions);
  await storeInstitutions(trx, entries, ordinaryKinds, onProgress);
  await adopt(trx, adoptions);
  await trx
    .deleteFrom("object_names")
    .where("locale", "not in", [...locales])
    .execute();
  await sql`
    SELECT setval('member_object_ids', greatest(last_value, largest))
    FROM member_object_ids, (SELECT max(id) AS largest FROM objects) AS known
    WHERE largest >= ${memberIdsFrom}`.execute(trx);
  return entries;
}

const establishmentRows = (establishments: ReferenceFiles["establishments"]) =>
  establishments.map((kind, sort) => ({
    id: kind.id,
    names: kind.names,
    source: sanitiseSvg(kind.source),
    sort,
    is_ordinary_school: kind.ordinary_school ?? false,
    study_years: kind.study_years ?? usualStudyYears,
  }));

/** A merged institution must still be found by its former id. */
const mayGo: Partial<Record<ReferenceTable, RawBuilder<boolean>>> = {
  objects: sql<boolean>`merged_into IS NULL`,
};

/**
 * Deletes the rows that are not in `present`; rows that are referred to are retired instead, so that no list shows
 * them. Returns the ids of both.
 */
async function removeMissing(
  trx: Transaction<Tables>,
  table: ReferenceTable,
  present: { id: number }[],
): Promise<number[]> {
  const ids = sql.val(present.map(({ id }) => id));
  // The lock keeps members from choosing such a row until this is committed.
  const missing = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)}
    WHERE id <> ALL (${ids}::integer[]) AND ${mayGo[table] ?? sql`true`} FOR UPDATE`.execute(trx);
  const missingIds = missing.rows.map(({ id }) => id);
  if (missingIds.length === 0) return [];
  const gone = sql.val(missingIds);
  const isFree = await notReferredTo(trx, table);
  let deleted: bigint | undefined;
  do {
    // A region can be deleted once the districts that refer to it are gone.
    const result = await sql`
      DELETE FROM ${sql.table(table)} AS missing
      WHERE id = ANY (${gone}::integer[]) AND ${isFree}`.execute(trx);
    deleted = result.numAffectedRows;
  } while (deleted);
  await sql`
    UPDATE ${sql.table(table)} SET retired_at = now()
    WHERE id = ANY (${gone}::integer[]) AND retired_at IS NULL`.execute(trx);
  return missingIds;
}

/** No foreign key deletes the sizes of classes with their institution (migration 0030). They are 0 once all have left. */
const deleteOrphanedSizes = (trx: Transaction<Tables>, missingIds: number[]) =>
  sql`
    DELETE FROM class_sizes
    WHERE object_id = ANY (${missingIds}::integer[])
      AND NOT EXISTS (SELECT FROM objects WHERE objects.id = object_id)`.execute(trx);

/**
 * Condition on `missing`, over all tables that refer to this one; references that are deleted with their row do not
 * count.
 */
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
