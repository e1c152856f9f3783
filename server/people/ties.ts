import { type RawBuilder, sql } from "kysely";
import type { Person } from "#lib/auth/schema.ts";
import type { Tie } from "#lib/auth/tie-schema.ts";
import {
  findableMembers,
  personColumns,
  type Persons,
  type StoredPerson,
} from "#server/auth/person.ts";
import { type AnswerPart, rowsColumn } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import { newestFriends } from "#server/people/suggestions/friends-of-friends.ts";
import {
  type Periods,
  sharedPeriodsOf,
  readOwnPeriods,
  readSharedPeriods,
  type Studied,
} from "#server/people/suggestions/own-periods.ts";
import { type Candidate, rankCandidates } from "#server/people/suggestions/rank.ts";
import {
  friendsShown,
  readNames,
  readPeople,
  reasonsOf,
} from "#server/people/suggestions/reasons.ts";
import type { Reader } from "#server/plugins/session.ts";
import { isVisible } from "#server/visibility.ts";

/** At most this many friends of each member, the newest, are compared. */
const friendsMax = 1_000;

/**
 * The ties of the reader with each of `ids`, whom they can meet; those missing from the answer have none. A page of
 * members takes as many queries as one.
 */
export async function findTies(
  db: Db,
  persons: Persons,
  { id: readerId, locale }: Reader,
  ids: number[],
): Promise<Map<number, Tie[]>> {
  const others = ids.filter((id) => id !== readerId);
  if (others.length === 0) return new Map();
  const [own, friendIdsOf] = await Promise.all([
    readOwnPeriods(db, readerId),
    findMutualFriends(db, readerId, others),
  ]);
  const shared = await readSharedPeriods(db, readerId, own, others);
  const candidates = rankCandidates({ own, shared, friendIdsOf }, others);
  const [people, names] = await Promise.all([
    readPeople(db, persons, readerId, candidates),
    readNames(
      db,
      locale,
      shared.studied.map(({ objectId }) => objectId),
    ),
  ]);
  const candidateOf = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const studiedOf = Map.groupBy(shared.studied, ({ userId }) => userId);
  return new Map(
    others.flatMap((id) => {
      const ties = tiesOf(candidateOf.get(id), studiedOf.get(id), people, names);
      return ties.length > 0 ? [[id, ties] as const] : [];
    }),
  );
}

/**
 * The ties of the reader with the member in the current row of `users`, as a part of an answer. `names`: of the
 * institutions in `own`.
 */
export const tiesPart = (
  db: Db,
  persons: Persons,
  { readerId, own, names }: { readerId: number; own: Periods; names: Map<number, string> },
): AnswerPart<Tie[]> => {
  const { studied, worked } = sharedPeriodsOf(db, readerId, own);
  const mutual = mutualFriendsOf(db, readerId);
  return {
    column: sql`json_build_object('id', users.id, 'studied', ${studied}, 'worked', ${worked}, 'mutual', ${mutual})`,
    read: (value) => {
      const { id, mutual, ...shared } = value as Periods & MutualRow; // the type of the column above
      const friendIdsOf = new Map(mutual ? [[id, mutual.ids]] : []);
      const [candidate] = rankCandidates({ own, shared, friendIdsOf }, [id]);
      const people = new Map(mutual?.people.map((row) => [row.id, persons.toPerson(row)]));
      return tiesOf(candidate, shared.studied, people, names);
    },
  };
};

interface MutualRow {
  id: number;
  /** Null if the member hides their friends from the reader. */
  mutual: { ids: number[]; people: StoredPerson[] } | null;
}

/** Finds the same as `findMutualFriends`, for the member in the current row of `users`, with the friends that are shown. */
function mutualFriendsOf(db: Db, readerId: number): RawBuilder<unknown> {
  const common = findableMembers(db, readerId)
    .where(sql<boolean>`users.id IN (SELECT id FROM common)`)
    .where(isVisible("friends", readerId))
    .select("users.id");
  const shown = findableMembers(db, readerId)
    .where(
      sql<boolean>`users.id IN (SELECT id FROM telling ORDER BY id DESC LIMIT ${friendsShown})`,
    )
    .select(personColumns(readerId));
  return sql`CASE WHEN ${isVisible("friends", readerId)} THEN (
    WITH common AS MATERIALIZED (
        SELECT mine.id FROM ${newestFriends(sql`${readerId}::int`, friendsMax)} AS mine(id, since)
        JOIN ${newestFriends(sql`users.id`, friendsMax)} AS theirs(id, since) ON theirs.id = mine.id),
      telling AS MATERIALIZED (${common})
    SELECT json_build_object(
      'ids', (SELECT coalesce(json_agg(id ORDER BY id DESC), '[]') FROM telling),
      'people', ${rowsColumn(sql`${shown}`)})) END`;
}

function tiesOf(
  candidate: Candidate | undefined,
  studied: Studied[] | undefined,
  people: Map<number, Person>,
  names: Map<number, string>,
): Tie[] {
  const reasons = candidate ? reasonsOf(candidate, people, names) : [];
  const schoolmate = candidate?.classmate ? [] : schoolmateOf(studied, names);
  return [...schoolmate, ...reasons];
}

function schoolmateOf(studied: Studied[] | undefined, names: Map<number, string>): Tie[] {
  const [first] = studied ?? [];
  if (!first) return [];
  const object = { id: first.objectId, name: names.get(first.objectId) ?? "" };
  return [{ kind: "schoolmate", object }];
}

/**
 * Mutual friends by member, the newest member first: only where both that friend and the other member show their
 * friends to the reader, because each would reveal one of the other's.
 */
async function findMutualFriends(
  db: Db,
  readerId: number,
  ids: number[],
): Promise<Map<number, number[]>> {
  const showing = db
    .selectFrom("users")
    .select("users.id")
    .where(sql<boolean>`users.id = ANY (${ids}::int[])`)
    .where(isVisible("friends", readerId));
  const common = findableMembers(db, readerId)
    .where(sql<boolean>`users.id = mine.id`)
    .where(isVisible("friends", readerId))
    .select("users.id");
  const { rows } = await sql<{ id: number; friendIds: number[] }>`
    WITH mine AS MATERIALIZED (SELECT id FROM ${newestFriends(sql`${readerId}::int`, friendsMax)} AS own(id, since)),
      showing AS MATERIALIZED (${showing})
    SELECT showing.id, array_agg(mine.id ORDER BY mine.id DESC) AS "friendIds"
    FROM showing CROSS JOIN LATERAL ${newestFriends(sql`showing.id`, friendsMax)} AS theirs(id, since)
    JOIN mine ON mine.id = theirs.id
    WHERE EXISTS (${common})
    GROUP BY showing.id`.execute(db);
  return new Map(rows.map(({ id, friendIds }) => [id, friendIds]));
}
