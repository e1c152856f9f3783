/** Reads the people and institutions that the answer about candidates names. */
import { sql } from "kysely";
import type { Person } from "#lib/auth/schema.ts";
import { classKeyOf } from "#lib/members/class-key.ts";
import type { SuggestionReason } from "#lib/people/schema.ts";
import { findableMembers, personColumns, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import type { Candidate } from "#server/people/suggestions/rank.ts";

/** How many of the mutual friends are shown. */
export const friendsShown = 3;

/** The candidates and their shown friends, as far as the reader can meet them. */
export async function readPeople(
  db: Db,
  persons: Persons,
  readerId: number,
  candidates: Pick<Candidate, "id" | "friendIds">[],
): Promise<Map<number, Person>> {
  const ids = candidates.flatMap(({ id, friendIds }) => [id, ...friendIds.slice(0, friendsShown)]);
  const rows = await findableMembers(db, readerId)
    .select(personColumns(readerId))
    .where(sql<boolean>`users.id = ANY (${[...new Set(ids)]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, persons.toPerson(row)]));
}

/** Names of institutions by their ids. */
export async function readNames(
  db: Db,
  locale: string,
  objectIds: number[],
): Promise<Map<number, string>> {
  if (objectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("objects")
    .select(["id", nameIn(sql.ref("objects.names"), locale).as("name")])
    .where(sql<boolean>`id = ANY (${[...new Set(objectIds)]}::int[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** With their reasons; without those whom the reader cannot meet any more. */
export const showCandidates = (
  candidates: Candidate[],
  people: Map<number, Person>,
  names: Map<number, string>,
) =>
  candidates.flatMap((candidate) => {
    const person = people.get(candidate.id);
    const reasons = reasonsOf(candidate, people, names);
    return person ? { ...person, status: "none" as const, reasons } : [];
  });

export function reasonsOf(
  { classmate, colleague, friendIds, invitation }: Omit<Candidate, "id" | "score">,
  people: Map<number, Person>,
  names: Map<number, string>,
): SuggestionReason[] {
  const reasons: SuggestionReason[] = invitation ? [{ kind: invitation }] : [];
  if (classmate) {
    const { objectId, start, end, sameClass, sameGroup } = classmate;
    const object = { id: objectId, name: names.get(objectId) ?? "" };
    const shared = {
      ...(sameClass && { class_key: classKeyOf(sameClass) }),
      ...(sameGroup !== null && { group: sameGroup }),
    };
    reasons.push({ kind: "classmate", object, start, end, ...shared });
  }
  if (colleague) reasons.push({ kind: "colleague", company: colleague.company });
  const friends = friendIds.slice(0, friendsShown).flatMap((id) => people.get(id) ?? []);
  if (friends.length > 0)
    reasons.push({ kind: "mutual_friends", count: friendIds.length, friends });
  return reasons;
}
