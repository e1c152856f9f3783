import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { findableMembers } from "#server/auth/person.ts";
import { isNew } from "#server/people/suggestions/suggestible.ts";
import { isVisible } from "#server/visibility.ts";

/**
 * Follows no more than `ownMax` of the member's newest friends, and no more than `theirsMax` of the newest friends of
 * each, however many there are.
 */
const ownMax = 200;
const theirsMax = 100;
const allMax = 200;

export interface FriendOfFriends {
  id: number;
  /** The ids of the mutual friends. */
  friendIds: number[];
}

/**
 * Friends of friends who are not friends yet; those with the most mutual friends come first. A friend who hides their
 * friends from the reader is not followed. The caller must check whether the found member hides theirs, and may lower
 * the limits.
 */
export function friendsOfFriends(
  db: Db,
  readerId: number,
  max = { own: ownMax, theirs: theirsMax, all: allMax },
): RawBuilder<FriendOfFriends> {
  const friends = findableMembers(db, readerId)
    .innerJoin(
      newestFriends(sql`${readerId}::int`, max.own).as<"mine">(sql`mine(id, since)`),
      (join) => join.onRef("mine.id", "=", "users.id"),
    )
    .select(["mine.id", "mine.since"])
    .where(isVisible("friends", readerId));
  return sql<FriendOfFriends>`
    WITH friend AS MATERIALIZED (${friends})
    SELECT theirs.id, array_agg(friend.id) AS "friendIds"
    FROM friend CROSS JOIN LATERAL ${newestFriends(sql`friend.id`, max.theirs)} AS theirs(id, since)
    WHERE ${isNew(sql.ref("theirs.id"), readerId)}
    GROUP BY theirs.id
    ORDER BY count(*) DESC, max(friend.since) DESC, theirs.id DESC
    LIMIT ${max.all}`;
}

/** Merges both sides of the friendships, each read along its index, so that of thousands only a few are read. */
export const newestFriends = (userId: RawBuilder<unknown>, max: number) =>
  sql<{ id: number; since: Date }>`(
    SELECT * FROM (
      (SELECT high_user, accepted_at FROM friendships
        WHERE low_user = ${userId} AND accepted_at IS NOT NULL
        ORDER BY accepted_at DESC, high_user DESC LIMIT ${max})
      UNION ALL
      (SELECT low_user, accepted_at FROM friendships
        WHERE high_user = ${userId} AND accepted_at IS NOT NULL
        ORDER BY accepted_at DESC, low_user DESC LIMIT ${max})
    ) AS friendship(id, since)
    ORDER BY since DESC, id DESC LIMIT ${max})`;
