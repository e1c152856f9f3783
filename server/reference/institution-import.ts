/** The institutions that the operator has imported: in the database, so that every node has them (D-OPERATED). */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Db } from "#server/db/database.ts";
import {
  type InstitutionEntry,
  institutionEntry,
  type ReferenceFiles,
} from "#server/reference/read-reference-files.ts";

/** The fingerprint of the import; undefined where data/institutions.json counts. */
export async function findImport(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("institution_imports").select("fingerprint").executeTakeFirst();
  return row?.fingerprint;
}

/** The institutions in force: the imported ones, else those of the file. */
export async function currentInstitutions(
  db: Db,
  files: ReferenceFiles,
): Promise<InstitutionEntry[]> {
  const row = await db.selectFrom("institution_imports").select("entries").executeTakeFirst();
  return row ? z.array(institutionEntry).parse(row.entries) : files.institutions;
}

export async function storeImport(db: Db, institutions: InstitutionEntry[]): Promise<void> {
  const entries = JSON.stringify(institutions);
  const fingerprint = createHash("sha256").update(entries).digest("base64url");
  await db
    .insertInto("institution_imports")
    .values({ fingerprint, entries })
    .onConflict((conflict) => conflict.column("singleton").doUpdateSet({ fingerprint, entries }))
    .execute();
}

/** Returns whether there was an import. */
export async function forgetImport(db: Db): Promise<boolean> {
  const gone = await db.deleteFrom("institution_imports").executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

export interface InstitutionDiff {
  added: InstitutionEntry[];
  changed: { before: InstitutionEntry; after: InstitutionEntry; fields: string[] }[];
  removed: InstitutionEntry[];
}

export function diffInstitutions(
  before: InstitutionEntry[],
  after: InstitutionEntry[],
): InstitutionDiff {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const ids = new Set(after.map(({ id }) => id));
  const diff: InstitutionDiff = {
    added: [],
    changed: [],
    removed: before.filter(({ id }) => !ids.has(id)),
  };
  for (const entry of after) {
    const old = known.get(entry.id);
    const fields = old ? changedFields(old, entry) : [];
    if (!old) diff.added.push(entry);
    else if (fields.length > 0) diff.changed.push({ before: old, after: entry, fields });
  }
  return diff;
}

function changedFields(before: InstitutionEntry, after: InstitutionEntry): string[] {
  const named = (names: Record<string, string>) => JSON.stringify(Object.entries(names).toSorted());
  return [
    ...(before.establishment_id === after.establishment_id ? [] : ["kind"]),
    ...(before.region_id === after.region_id ? [] : ["region"]),
    ...(named(before.names) === named(after.names) ? [] : ["names"]),
    ...(JSON.stringify(before.aliases ?? []) === JSON.stringify(after.aliases ?? [])
      ? []
      : ["abbreviation"]),
    ...(JSON.stringify(before.former_names ?? []) === JSON.stringify(after.former_names ?? [])
      ? []
      : ["former names"]),
  ];
}
