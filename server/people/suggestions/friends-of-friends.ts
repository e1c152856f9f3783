import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { findableMembers } from "#server/auth/person.ts";
import { isNew } from "#server/people/suggestions/suggestible.ts";
import { isVisible } from "#server/visibility.ts";

/** However many friends members have: so many of one's own, newest first, and so many of each of those, are followed. */
const ownMax = 200;
const theirsMax = 100;
const allMax = 200;

export interface FriendOfFriends {
  id: number;
  /** Friends in common. */
  friendIds: number[];
}

/**
 * Friends of friends who are no friends yet, those with the most friends in common first. Who hides their friends from
 * the reader leads to nobody; whether the one who is found hides theirs is for the caller to ask.
 */
export async function findFriendsOfFriends(db: Db, readerId: number): Promise<FriendOfFriends[]> {
  const friends = findableMembers(db, readerId)
    .innerJoin(
      newestFriends(sql`${readerId}::int`, ownMax).as<"mine">(sql`mine(id, since)`),
      (join) => join.onRef("mine.id", "=", "users.id"),
    )
    .select(["mine.id", "mine.since"])
    .where(isVisible("friends", readerId));
  const { rows } = await sql<FriendOfFriends>`
    WITH friend AS MATERIALIZED (${friends})
    SELECT theirs.id, array_agg(friend.id) AS "friendIds"
    FROM friend CROSS JOIN LATERAL ${newestFriends(sql`friend.id`, theirsMax)} AS theirs(id, since)
    WHERE ${isNew(sql.ref("theirs.id"), readerId)}
    GROUP BY theirs.id
    ORDER BY count(*) DESC, max(friend.since) DESC, theirs.id DESC
    LIMIT ${allMax}`.execute(db);
  return rows;
}

/** Both sides of their friendships, each an index in its order: of thousands only so many are read. */
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
