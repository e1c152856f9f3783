import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { locales } from "#lib/i18n/locales.ts";
import { nameOf } from "#server/db/localised-names.ts";
import { searchable, searchableVersion, wholeName } from "#server/db/searchable.ts";
import type { Tables } from "#server/db/tables.ts";
import { currentInstitutions, findImport } from "#server/reference/institution-import.ts";
import type { ReferenceFiles } from "#server/reference/read-reference-files.ts";
import { sanitiseSvg } from "#server/reference/svg-markup.ts";

/** To be raised when other rows are made of the same files. */
const rowsVersion = 3;

/**
 * Brings the reference tables level with the files, and with the institutions that the operator has imported, which win over
 * theirs (D-OPERATED): rows keep their ids, since members' entries refer to them. Does nothing, and answers false, when
 * the last load was of the same. Not for two at once: the caller sees to that.
 */
export async function loadReference(
  trx: Transaction<Tables>,
  files: ReferenceFiles,
): Promise<boolean> {
  const imported = await findImport(trx);
  const fingerprint = fingerprintOf({ ...files, ...(imported && { institutions: imported }) });
  const last = await trx.selectFrom("reference_load").select("fingerprint").executeTakeFirst();
  if (last?.fingerprint === fingerprint) return false;
  await sql`SET LOCAL statement_timeout = 0`.execute(trx);
  await storeFiles(trx, { ...files, institutions: await currentInstitutions(trx, files) });
  // The planner plans lists by the number of rows, so statistics are renewed now.
  await sql`ANALYZE regions, objects, object_names`.execute(trx);
  await trx
    .insertInto("reference_load")
    .values({ fingerprint })
    .onConflict((conflict) => conflict.column("singleton").doUpdateSet({ fingerprint }))
    .execute();
  return true;
}

/** `institutions`: the fingerprint of those that were imported, which are read only when something has changed. */
const fingerprintOf = (files: Omit<ReferenceFiles, "institutions"> & { institutions: unknown }) =>
  createHash("sha256")
    .update(JSON.stringify([rowsVersion, searchableVersion, process.versions.icu, locales, files]))
    .digest("base64url");

async function storeFiles(trx: Transaction<Tables>, files: ReferenceFiles): Promise<void> {
  const { regions, institutions, spheres, positions } = files;
  const names = { names: "jsonb" } as const;
  const number = "integer" as const;
  await upsert(trx, "establishments", establishmentRows(files.establishments), {
    ...names,
    source: "text",
    sort: number,
  });
  await upsert(trx, "regions", regions, { parent_id: number, ...names });
  await upsert(trx, "objects", objectRows(institutions), {
    establishment_id: number,
    region_id: number,
    ...names,
    search_name: "text",
  });
  await storeObjectNames(trx, institutions);
  await upsert(trx, "spheres", spheres, names);
  await upsert(trx, "positions", positions, { sphere_id: number, ...names });

  // Rows are deleted before the rows that they refer to.
  await removeMissing(trx, "objects", institutions);
  await removeMissing(trx, "positions", positions);
  await removeMissing(trx, "establishments", files.establishments);
  await removeMissing(trx, "regions", regions);
  await removeMissing(trx, "spheres", spheres);
}

async function storeObjectNames(
  trx: Transaction<Tables>,
  institutions: ReferenceFiles["institutions"],
): Promise<void> {
  await sql`
    INSERT INTO object_names (object_id, locale, name, rank)
    SELECT object_id, locale, name, rank
    FROM jsonb_to_recordset(${JSON.stringify(objectNameRows(institutions))}::jsonb)
      AS row (object_id integer, locale text, name text, rank integer)
    ON CONFLICT (object_id, locale) DO UPDATE SET name = excluded.name, rank = excluded.rank
    WHERE (object_names.name, object_names.rank) IS DISTINCT FROM (excluded.name, excluded.rank)
  `.execute(trx);
  await trx
    .deleteFrom("object_names")
    .where("locale", "not in", [...locales])
    .execute();
}

type Institutions = ReferenceFiles["institutions"];

const establishmentRows = (establishments: ReferenceFiles["establishments"]) =>
  establishments.map(({ id, names, source }, sort) => ({
    id,
    names,
    source: sanitiseSvg(source),
    sort,
  }));

/** Each word once, since the names of an institution are much alike in all languages; then each name and alias as a whole. */
const objectRows = (institutions: Institutions) =>
  institutions.map(({ aliases = [], ...row }) => {
    const names = [...Object.values(row.names), ...aliases];
    const words = [...searchable(names.join(" ")).split(" "), ...names.map(wholeName)];
    return { ...row, search_name: [...new Set(words)].join(" ") };
  });

/**
 * The order of names is each language's own, with numbers by their value: School No. 5 comes before No. 110. Databases
 * differ in the orders they know, so it is settled here and stored.
 */
const objectNameRows = (institutions: Institutions) =>
  locales.flatMap((locale) => {
    const { compare } = new Intl.Collator(locale, { numeric: true, ignorePunctuation: true });
    return institutions
      .map(({ id, names }) => ({ object_id: id, locale, name: nameOf(names, locale) }))
      .sort((one, other) => compare(one.name, other.name) || one.object_id - other.object_id)
      .map((row, rank) => ({ ...row, rank }));
  });

/** Deletes the rows that are not among `present`; those that something refers to are retired instead: they are in no list. */
async function removeMissing(
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
    // A region can be deleted once the districts that refer to it are gone.
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

type ReferenceTable = "establishments" | "objects" | "positions" | "regions" | "spheres";

/**
 * Stores rows by their ids in one statement, however many; a row that is stored as given is left alone. `columns` are
 * those besides `id`, with their types. What had been retired is back.
 */
async function upsert(
  trx: Transaction<Tables>,
  table: ReferenceTable,
  rows: { id: number }[],
  columns: Record<string, "integer" | "jsonb" | "text">,
): Promise<void> {
  const names = Object.keys(columns);
  const all = sql.join(names.map((name) => sql.ref(name)));
  const types = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
  const changes = sql.join(names.map((name) => sql`${sql.ref(name)} = ${given(name)}`));
  await sql`
    INSERT INTO ${sql.table(table)} (id, ${all})
    SELECT id, ${all} FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (id integer, ${types})
    ON CONFLICT (id) DO UPDATE SET ${changes}, retired_at = NULL
    WHERE (${sql.join(names.map((name) => sql.ref(`${table}.${name}`)))})
        IS DISTINCT FROM (${sql.join(names.map(given))})
      OR ${sql.ref(`${table}.retired_at`)} IS NOT NULL`.execute(trx);
}

const given = (name: string) => sql.ref(`excluded.${name}`);
