/**
 * The operator's changes to one institution: renaming it, merging it with another, removing a school made by members.
 */
import { sql } from "kysely";
import type { CommandContext } from "#server/admin/command.ts";
import type { Names } from "#server/db/localised-names.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { renewTitlesOf } from "#server/messenger/class-chats/renew-titles.ts";
import {
  composeInstitutions,
  keepSchoolsOut,
  ordinaryKindsOf,
} from "#server/reference/current-institutions.ts";
import { currentInstitutions } from "#server/reference/institution-import.ts";
import { lockMerges, moveReferences } from "#server/reference/object-references.ts";
import { readReferenceFiles } from "#server/reference/read-reference-files.ts";
import {
  schoolKeyOf,
  storeInstitutions,
  storeNames,
} from "#server/reference/store-institutions.ts";

type Transaction = CommandContext["trx"];

/** Locks the row until the transaction ends. @throws {StartFault} */
export async function lockInstitution(trx: Transaction, id: number) {
  const row = await trx
    .selectFrom("objects")
    .innerJoin("establishments", "establishments.id", "objects.establishment_id")
    .select(["objects.id", "objects.region_id", "objects.names", "objects.source"])
    .select(["objects.added_aliases", "objects.merged_into", "objects.retired_at"])
    .select("establishments.is_ordinary_school")
    .where("objects.id", "=", id)
    .forUpdate("objects")
    .executeTakeFirst();
  if (!row) throw new StartFault([`there is no institution ${id}`]);
  if (row.merged_into !== null)
    throw new StartFault([`institution ${id} was merged into ${row.merged_into}`]);
  return row;
}

/** Sets names in some languages. The former ones still find it, unless `forgetsFormer`. @throws {StartFault} */
export async function renameInstitution(
  trx: Transaction,
  id: number,
  names: Names,
  forgetsFormer: boolean,
): Promise<Names> {
  await keepSchoolsOut(trx);
  const before = await lockInstitution(trx, id);
  const after = { ...before.names, ...names };
  const key = before.is_ordinary_school ? schoolKeyOf(after) : null;
  if (key !== null) await requireFreeKey(trx, { ...before, key });
  const former = Object.values(before.names).filter((name) => !Object.values(after).includes(name));
  await trx
    .updateTable("objects")
    .set({
      names: after,
      renamed_at: sql<Date>`now()`,
      added_aliases: forgetsFormer ? before.added_aliases : united(before.added_aliases, former),
    })
    .where("id", "=", id)
    .execute();
  await storeAnew(trx, id);
  await storeNames(trx, [{ id, names: after }]);
  await renewTitlesOf(trx, id);
  return after;
}

const united = (...lists: string[][]) => [...new Set(lists.flat())];

async function requireFreeKey(
  trx: Transaction,
  school: { id: number; region_id: number; key: string },
): Promise<void> {
  const other = await trx
    .selectFrom("objects")
    .select("id")
    .where("region_id", "=", school.region_id)
    .where("school_key", "=", school.key)
    .where("id", "<>", school.id)
    .where("retired_at", "is", null)
    .executeTakeFirst();
  if (other)
    throw new StartFault([
      `that is already school ${other.id} of the district; merge the two instead`,
    ]);
}

/** Stores its rows as a load would, from its catalogue entry and the data stored beside it. */
async function storeAnew(trx: Transaction, id: number): Promise<void> {
  const files = readReferenceFiles();
  const ordinaryKinds = ordinaryKindsOf(files);
  const catalogue = await currentInstitutions(trx, files);
  const { entries } = await composeInstitutions(
    trx,
    catalogue.filter((entry) => entry.id === id),
    ordinaryKinds,
  );
  await storeInstitutions(
    trx,
    entries.filter((entry) => entry.id === id),
    ordinaryKinds,
  );
}

/**
 * Moves all references of `from` to `into`, which is then found by the names of both. `onStep` is called with what comes
 * next. @throws {StartFault}
 */
export async function mergeInstitutions(
  trx: Transaction,
  from: number,
  into: number,
  onStep: (step: string) => void,
): Promise<void> {
  if (from === into) throw new StartFault(["an institution cannot be merged into itself"]);
  await keepSchoolsOut(trx);
  onStep(`locking who studied at ${from}`);
  const members = await lockMerges(trx, [{ from, into }]);
  const [gone, kept] = [await lockInstitution(trx, from), await lockInstitution(trx, into)];
  if (kept.retired_at)
    throw new StartFault([`institution ${into} was removed: nothing is merged into it`]);
  const aliases = united(kept.added_aliases, Object.values(gone.names), gone.added_aliases);
  await trx.updateTable("objects").set({ added_aliases: aliases }).where("id", "=", into).execute();
  await storeAnew(trx, into);
  onStep(`members who studied there: ${members.toLocaleString("en")}`);
  await moveReferences(trx, from, into, async (table) => {
    if (table === "class_chats") await lockClassChats(trx, [from, into]);
    onStep(`moving ${table.replaceAll("_", " ")}`);
  });
  onStep("renewing the titles of class chats");
  await renewTitlesOf(trx, into);
}

/**
 * Members lock a chat before they change its class, and the titles are renewed only after the classes have moved: without
 * this a member who renames the chat, or is the last to leave it, and the merge would deadlock. It comes late, because
 * whoever writes in such a chat waits. The locks of the institutions keep out new class chats.
 */
const lockClassChats = (trx: Transaction, institutionIds: number[]) =>
  sql`
    SELECT FROM chats
    WHERE id IN (SELECT chat_id FROM class_chats WHERE object_id = ANY (${institutionIds}::int[]))
    ORDER BY id FOR NO KEY UPDATE`.execute(trx);

/**
 * Removes a school made by members from all lists; the next load deletes it where nothing refers to it. @throws
 * {StartFault} for an institution that the catalogue has, which can only be removed with its entry
 */
export async function removeMadeSchool(trx: Transaction, id: number): Promise<void> {
  await keepSchoolsOut(trx);
  const row = await lockInstitution(trx, id);
  // The catalogue may have adopted it, or have it from an export: the next load would bring it back.
  const catalogue = await currentInstitutions(trx, readReferenceFiles());
  if (row.source !== "members" || catalogue.some((entry) => entry.id === id))
    throw new StartFault([`institution ${id} is of the catalogue: reference import changes that`]);
  await trx
    .updateTable("objects")
    .set({
      source: "catalogue",
      author_id: null,
      school_key: null,
      retired_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .execute();
}
