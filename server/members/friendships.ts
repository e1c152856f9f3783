/** Friendships as every feature asks for them: their sides, who is there, and how many friends a member has. */
import { type Expression, sql } from "kysely";
import type { ReaderId } from "#server/visibility.ts";

/** Columns of `friendships`: a member stands on either side, and each has its index. */
export const sides = [
  { mine: sql.ref<number>("low_user"), theirs: sql.ref<number>("high_user") },
  { mine: sql.ref<number>("high_user"), theirs: sql.ref<number>("low_user") },
];
export type Side = (typeof sides)[number];

/**
 * The other member of a friendship has not deleted their account; purged ones have no friendships. Deleted ones are
 * few, so they are looked up rather than the others.
 */
export const otherIsThere = (theirs: Expression<number>) => sql<boolean>`NOT EXISTS (
  SELECT FROM users AS gone
  WHERE gone.id = ${theirs} AND gone.deleted_at IS NOT NULL AND gone.purged_at IS NULL)`;

/**
 * Friends of the member from whom a block separates the reader: looked up from the reader's few blocks, however many
 * friends there are.
 */
const countBarred = (userId: Expression<number>, readerId: number) => sql`(
  SELECT count(*) FROM (
    SELECT blocked_id AS id FROM blocks WHERE blocker_id = ${readerId}
    UNION SELECT blocker_id FROM blocks WHERE blocked_id = ${readerId}) AS barred
  WHERE ${otherIsThere(sql.ref("barred.id"))} AND EXISTS (
    SELECT FROM friendships
    WHERE low_user = least(${userId}, barred.id) AND high_user = greatest(${userId}, barred.id)
      AND accepted_at IS NOT NULL))`;

/**
 * The number that a list of friends shows to the reader; with null all friends but deleted ones, who are counted again
 * when restored.
 */
export const countFriendsFor = (readerId: ReaderId, userId: Expression<number>) =>
  readerId === null
    ? countFriends(userId)
    : sql<number>`(${countFriends(userId)} - ${countBarred(userId, readerId)})::int`;

export const countFriends = (userId: Expression<number>) => {
  const counts = sides.map(
    ({ mine, theirs }) => sql`(
      SELECT count(*) FROM friendships
      WHERE ${mine} = ${userId} AND accepted_at IS NOT NULL AND ${otherIsThere(theirs)})`,
  );
  return sql<number>`(${sql.join(counts, sql` + `)})::int`;
};
