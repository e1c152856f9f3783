/**
 * The institutions that should exist: those of the files or the import, with those made by members and the operator's
 * changes.
 */
import { sql, type Transaction } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";
import { lockMerges, moveReferences } from "#server/reference/object-references.ts";
import type { InstitutionEntry, ReferenceFiles } from "#server/reference/read-reference-files.ts";
import { schoolKeyOf } from "#server/reference/store-institutions.ts";

/** Ids from here on belong to institutions made by members; those of the files are below. */
export const memberIdsFrom = 1_000_000_000;

const schoolsLockId = 7_206_002;

/** Until the transaction ends no member can make a school, so that none is made that is being loaded. */
export const keepSchoolsOut = (trx: Transaction<Tables>) =>
  sql`SELECT pg_advisory_xact_lock(${sql.lit(schoolsLockId)})`.execute(trx);

/** Waits until no load is under way. Members do not wait for each other. */
export const keepLoadsOut = (trx: Transaction<Tables>) =>
  sql`SELECT pg_advisory_xact_lock_shared(${sql.lit(schoolsLockId)})`.execute(trx);

export const ordinaryKindsOf = ({ establishments }: Pick<ReferenceFiles, "establishments">) =>
  new Set(establishments.filter((kind) => kind.ordinary_school).map(({ id }) => id));

interface Adoption {
  /** The school made by members. */
  from: number;
  /** The same school in the catalogue. */
  into: number;
}

/**
 * The catalogue's `institutions` combined with the stored data (D-SCHOOL): names set by the operator stay, schools made
 * by members are added, and the catalogue adopts those that it has under another id.
 */
export async function composeInstitutions(
  db: Db,
  institutions: InstitutionEntry[],
  ordinaryKinds: ReadonlySet<number>,
): Promise<{ entries: InstitutionEntry[]; adoptions: Adoption[] }> {
  const stored = await changedRows(db);
  const byId = new Map(stored.map((row) => [row.id, row]));
  const entries = institutions
    .filter(({ id }) => byId.get(id)?.merged_into == null)
    .map((entry) => withChanges(entry, byId.get(entry.id)));
  const inCatalogue = new Set(institutions.map(({ id }) => id));
  const schools = new Map(
    entries
      .filter(({ establishment_id }) => ordinaryKinds.has(establishment_id))
      .map(({ id, region_id, names }) => [`${region_id} ${schoolKeyOf(names)}`, id]),
  );
  const adoptions: Adoption[] = [];
  for (const { source, merged_into, school_key, ...row } of stored) {
    if (source !== "members" || merged_into !== null || inCatalogue.has(row.id)) continue;
    const into = school_key === null ? undefined : schools.get(`${row.region_id} ${school_key}`);
    if (into === undefined) entries.push(entryOf(row));
    else adoptions.push({ from: row.id, into });
  }
  return { entries, adoptions };
}

type ChangedRow = Awaited<ReturnType<typeof changedRows>>[number];

/** Rows that differ from what the catalogue alone would give. */
const changedRows = (db: Db) =>
  db
    .selectFrom("objects")
    .select(["id", "establishment_id", "region_id", "names", "source", "school_key"])
    .select(["added_aliases", "renamed_at", "merged_into"])
    .where((eb) =>
      eb.or([
        eb("source", "=", "members"),
        eb("renamed_at", "is not", null),
        eb("merged_into", "is not", null),
        eb("added_aliases", "<>", sql<string[]>`'{}'`),
      ]),
    )
    .orderBy("id")
    .execute();

function withChanges(entry: InstitutionEntry, row: ChangedRow | undefined): InstitutionEntry {
  if (!row) return entry;
  const aliases = [...(entry.aliases ?? []), ...row.added_aliases];
  return { ...entry, names: row.renamed_at ? row.names : entry.names, aliases };
}

type MadeRow = Pick<
  ChangedRow,
  "id" | "establishment_id" | "region_id" | "names" | "added_aliases"
>;

const entryOf = ({ id, establishment_id, region_id, names, added_aliases }: MadeRow) => ({
  id,
  establishment_id,
  region_id,
  names,
  aliases: added_aliases,
});

/** Institutions made by members that no other one has replaced, in the form of the catalogue. */
export async function madeInstitutions(db: Db): Promise<InstitutionEntry[]> {
  const rows = await db
    .selectFrom("objects")
    .select(["id", "establishment_id", "region_id", "names", "added_aliases"])
    .where("source", "=", "members")
    .where("merged_into", "is", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const { aliases, ...entry } = entryOf(row);
    return aliases.length > 0 ? { ...entry, aliases } : entry;
  });
}

/** Institutions that the catalogue has lost and members' entries refer to; a merged one is among them. */
export const removedInstitutions = (db: Db): Promise<InstitutionEntry[]> =>
  db
    .selectFrom("objects")
    .select(["id", "establishment_id", "region_id", "names"])
    .where("retired_at", "is not", null)
    .where("id", "<", memberIdsFrom)
    .orderBy("id")
    .execute();

/** Frees the keys of adopted schools, because the adopting school is stored with the same key. */
export async function freeKeys(trx: Transaction<Tables>, adoptions: Adoption[]): Promise<void> {
  if (adoptions.length === 0) return;
  await trx
    .updateTable("objects")
    .set({ school_key: null })
    .where(
      "id",
      "in",
      adoptions.map(({ from }) => from),
    )
    .execute();
}

/** Members' educations move to the catalogue's school, which stays theirs if the catalogue loses it again. */
export async function adopt(trx: Transaction<Tables>, adoptions: Adoption[]): Promise<void> {
  if (adoptions.length === 0) return;
  await lockMerges(trx, adoptions);
  for (const { from, into } of adoptions) {
    await moveReferences(trx, from, into);
    await sql`
      UPDATE objects SET source = 'members', author_id = made.author_id, made_at = made.made_at
      FROM objects AS made WHERE objects.id = ${into} AND made.id = ${from}`.execute(trx);
  }
}
