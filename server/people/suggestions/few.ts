/** A few suggestions for a page that has no time for all of them: two statements, however many candidates exist. */
import { type RawBuilder, sql } from "kysely";
import type { Suggestion } from "#lib/people/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import {
  classMembersIn,
  classmatesIn,
  groupsThenClasses,
  nearestSpans,
} from "#server/people/suggestions/classmates.ts";
import { colleaguesIn, startSpans } from "#server/people/suggestions/colleagues.ts";
import { friendsOfFriends } from "#server/people/suggestions/friends-of-friends.ts";
import { type InvitationTie, invitedBy } from "#server/people/suggestions/invited.ts";
import { type Periods, sharedPeriodsOf } from "#server/people/suggestions/own-periods.ts";
import { rankCandidates } from "#server/people/suggestions/rank.ts";
import { readPeople, showCandidates } from "#server/people/suggestions/reasons.ts";
import { suggestibleMembers } from "#server/people/suggestions/suggestible.ts";
import { isVisible } from "#server/visibility.ts";

/** How many friends are read, far fewer than for the whole list. */
const friendsReadMax = { own: 40, theirs: 30, all: 20 };
const othersReadMax = { read: 100, ofSpan: 8, all: 16 };
/**
 * Searches at most this many spans of years for each education: those nearest to its own years in which classmates can
 * be.
 */
const spansMax = 8;
/** How many members are read who came by an invitation of the reader, and how many of those who invited the reader. */
const invitedReadMax = 10;

interface Asked {
  readerId: number;
  own: Periods;
  /** Names of the institutions in `own`. */
  names: Map<number, string>;
  max: number;
}

/** Returns the likeliest of the candidates that were read: ranked like `listSuggestions`, among fewer. */
export async function fewSuggestions(
  db: Db,
  persons: Persons,
  { readerId, own, names, max }: Asked,
): Promise<Suggestion[]> {
  const rows = await candidatesOf(db, readerId, own).execute();
  const friendIdsOf = new Map(
    // Showing a member as somebody's friend reveals one of their own friends.
    rows.flatMap(({ id, friendIds, showsFriends }) =>
      friendIds && showsFriends ? [[id, friendIds] as const] : [],
    ),
  );
  const shared = {
    studied: rows.flatMap(({ studied }) => studied),
    worked: rows.flatMap(({ worked }) => worked),
  };
  const ids = rows.map(({ id }) => id);
  const invitationOf = new Map(
    rows.flatMap(({ id, invitation }) => (invitation ? [[id, invitation] as const] : [])),
  );
  const best = rankCandidates({ own, shared, friendIdsOf, invitationOf }, ids).slice(0, max);
  if (best.length === 0) return [];
  const people = await readPeople(db, persons, readerId, best);
  return showCandidates(best, people, names);
}

function candidatesOf(db: Db, readerId: number, own: Periods) {
  const classmates = nearestSpans(own.studied).slice(0, spansMax * own.studied.length);
  const classes = groupsThenClasses(own.studied);
  const colleagues = startSpans(own.worked);
  const lists = [
    sql`SELECT id, "friendIds", NULL FROM (${friendsOfFriends(db, readerId, friendsReadMax)}) AS befriended`,
    sql`SELECT id, NULL::int[], tie FROM (${invitedBy(readerId, invitedReadMax)}) AS met`,
  ];
  // Read apart, because members of the class may have begun in other years, and those of the study group may not be
  // among the newest classmates of the same years.
  if (classes.length > 0)
    lists.push(withoutFriends(sql`${classMembersIn(db, readerId, classes, othersReadMax)}`));
  if (classmates.length > 0)
    lists.push(withoutFriends(sql`${classmatesIn(db, readerId, classmates, othersReadMax)}`));
  if (colleagues.length > 0)
    lists.push(withoutFriends(sql`${colleaguesIn(db, readerId, colleagues, othersReadMax)}`));
  // Lists each member once. `max` picks the row with friends or a tie: NULL never wins, and a member has at most one of
  // each.
  const candidates = sql<{
    id: number;
    friendIds: number[] | null;
    invitation: InvitationTie | null;
  }>`(
    SELECT id, max("friendIds") AS "friendIds", max(invitation) AS invitation
    FROM (${sql.join(lists, sql` UNION ALL `)}) AS found (id, "friendIds", invitation) GROUP BY id)`;
  const shared = sharedPeriodsOf(db, readerId, own);
  return suggestibleMembers(db, readerId)
    .innerJoin(candidates.as("candidate"), "candidate.id", "users.id")
    .select([
      "users.id",
      "candidate.friendIds",
      "candidate.invitation",
      isVisible("friends", readerId).as("showsFriends"),
      shared.studied.as("studied"),
      shared.worked.as("worked"),
    ]);
}

const withoutFriends = (ids: RawBuilder<unknown>) =>
  sql`SELECT other.id, NULL::int[], NULL FROM (${ids}) AS other`;
