import { sql } from "kysely";
import type { Suggestion } from "#lib/people/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { findClassmates } from "#server/people/suggestions/classmates.ts";
import { findColleagues } from "#server/people/suggestions/colleagues.ts";
import {
  type FriendOfFriends,
  friendsOfFriends,
} from "#server/people/suggestions/friends-of-friends.ts";
import { findInvited } from "#server/people/suggestions/invited.ts";
import { readOwnPeriods, readSharedPeriods } from "#server/people/suggestions/own-periods.ts";
import { rankCandidates } from "#server/people/suggestions/rank.ts";
import { readNames, readPeople, showCandidates } from "#server/people/suggestions/reasons.ts";
import { suggestibleMembers } from "#server/people/suggestions/suggestible.ts";
import type { Reader } from "#server/plugins/session.ts";
import { isVisible } from "#server/visibility.ts";

const listMax = 30;

/**
 * Members whom a member may know, the likeliest first. Every step has a limit, so that it takes no longer for a member
 * with thousands of friends, or among a hundred thousand students.
 */
export async function listSuggestions(
  db: Db,
  persons: Persons,
  { id: readerId, locale }: Reader,
): Promise<Suggestion[]> {
  const [own, { rows: befriended }, invitationOf] = await Promise.all([
    readOwnPeriods(db, readerId),
    friendsOfFriends(db, readerId).execute(db),
    findInvited(db, readerId),
  ]);
  const [classmates, colleagues] = await Promise.all([
    findClassmates(db, readerId, own.studied),
    findColleagues(db, readerId, own.worked),
  ]);
  const friendly = [...befriended.map(({ id }) => id), ...classmates, ...colleagues];
  const found = [...new Set([...invitationOf.keys(), ...friendly])];
  if (found.length === 0) return [];
  const [shared, members] = await Promise.all([
    readSharedPeriods(db, readerId, own, found),
    readSuggestible(db, readerId, found),
  ]);
  const best = rankCandidates(
    { own, shared, friendIdsOf: friendsShowing(befriended, members), invitationOf },
    members.map(({ id }) => id),
  ).slice(0, listMax);
  const [people, names] = await Promise.all([
    readPeople(db, persons, readerId, best),
    readNames(
      db,
      locale,
      best.flatMap(({ classmate }) => classmate?.objectId ?? []),
    ),
  ]);
  return showCandidates(best, people, names);
}

const readSuggestible = (db: Db, readerId: number, ids: number[]) =>
  suggestibleMembers(db, readerId)
    .select(["users.id", isVisible("friends", readerId).as("shows_friends")])
    .where(sql<boolean>`users.id = ANY (${ids}::int[])`)
    .execute();

/**
 * Mutual friends by candidate, without members who hide their friends, because being shown as a friend reveals one of
 * theirs.
 */
function friendsShowing(
  befriended: FriendOfFriends[],
  members: { id: number; shows_friends: boolean }[],
): Map<number, number[]> {
  const showing = new Set(members.filter((one) => one.shows_friends).map(({ id }) => id));
  return new Map(
    befriended.flatMap(({ id, friendIds }) =>
      showing.has(id) ? [[id, friendIds.sort((one, other) => other - one)] as const] : [],
    ),
  );
}
