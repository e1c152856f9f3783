/** Lists of friends and requests: pages in their order, and how long each list is. */
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { FriendCounts, FriendList } from "#lib/friends/schema.ts";
import { id } from "#lib/http/schema.ts";
import { personColumns, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { peopleNamed } from "#server/db/searchable.ts";
import { countUnseenAcceptances } from "#server/friends/acceptances.ts";
import { cursorTime, decodeCursor, seekPage } from "#server/http/cursor.ts";
import { listPart, pagesByCursor } from "#server/infra/export-file.ts";
import { countFriends, otherIsThere, type Side, sides } from "#server/members/friendships.ts";
import { isUnblocked, isVisible } from "#server/visibility.ts";

const pageSize = 30;

/** Which side of the friendships of a member a list shows. */
export type FriendListKind = "friends" | "outgoing" | "incoming";

interface FriendsFilter {
  q?: string | undefined;
  cursor?: string | undefined;
}

/** The owner of the list, and its reader. */
interface Listed {
  userId: number;
  readerId: number;
}

/** Friendships of a member; others see their friends, if the member allows it: a hidden list looks empty. */
export async function listFriends(
  db: Db,
  persons: Persons,
  { userId, readerId = userId }: { userId: number; readerId?: number },
  kind: FriendListKind,
  { q, cursor }: FriendsFilter,
): Promise<FriendList> {
  const after = decodeCursor(cursor, z.tuple([cursorTime, id]));
  const listed = { userId, readerId };
  const pages = sides.map((side) => pageOfSide(side, kind, listed, { q, after }));
  let query = db
    .selectFrom(
      sql<{ other: number; since: Date }>`(${sql.join(pages, sql` UNION ALL `)})`.as<"listed">(
        sql`listed (other, since)`,
      ),
    )
    .innerJoin("users", "users.id", "listed.other")
    .select([...personColumns(readerId), "listed.since"])
    .orderBy("listed.since", "desc")
    .orderBy("users.id", "desc")
    .limit(pageSize + 1);
  if (readerId !== userId) query = query.where(friendsAreVisible(listed));

  return seekPage(
    await query.execute(),
    pageSize,
    (row) => ({ id: row.id, friend: persons.toPerson(row), created_at: row.since.toISOString() }),
    (row) => [row.since.toISOString(), row.id],
  );
}

/**
 * The page as it would be if the member stood on one side of all their friendships: read along an index until it is
 * full, so that excluded rows cost little.
 */
function pageOfSide(
  { mine, theirs }: Side,
  kind: FriendListKind,
  { userId, readerId }: Listed,
  { q, after }: { q: string | undefined; after: [string, number] | null },
): RawBuilder<unknown> {
  const since = sql.ref(`friendships.${kind === "friends" ? "accepted_at" : "created_at"}`);
  const conditions = [
    sql`${mine} = ${userId}`,
    kind === "friends" ? sql`accepted_at IS NOT NULL` : sql`accepted_at IS NULL`,
    sql`users.deleted_at IS NULL`,
  ];
  if (kind !== "friends")
    conditions.push(sql`requested_by = ${kind === "outgoing" ? mine : theirs}`);
  if (after)
    conditions.push(sql`(${since}, ${theirs}) < (${after[0]}::timestamptz, ${after[1]}::int)`);
  // Blocking ends friendships, so only the lists of others can contain somebody whom the reader must not meet.
  if (readerId !== userId) conditions.push(isUnblocked(readerId));
  const matches = peopleNamed(theirs, q);
  if (matches) conditions.push(matches);
  return sql`(
    SELECT ${theirs}, ${since} FROM friendships JOIN users ON users.id = ${theirs}
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${since} DESC, ${theirs} DESC LIMIT ${pageSize + 1})`;
}

const friendsAreVisible = ({ userId, readerId }: Listed) => sql<boolean>`EXISTS (
  SELECT FROM users WHERE users.id = ${userId} AND ${isVisible("friends", readerId)})`;

/** GET /profile/friends/counts: deleted accounts are in none of the lists. */
export async function countFriendLists(db: Db, userId: number): Promise<FriendCounts["data"]> {
  const { rows } = await sql<FriendCounts["data"]>`
    SELECT ${countFriends(sql`${userId}::int`)} AS friends, ${countRequests(userId, "incoming")} AS incoming,
      ${countRequests(userId, "outgoing")} AS outgoing, ${countUnseenAcceptances(userId)} AS unseen_acceptances`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts) throw new Error("counts are one row");
  return counts;
}

/** The number of requests that wait for the member. */
export async function countPendingRequests(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    SELECT ${countRequests(userId, "incoming")} AS pending`.execute(db);
  return rows[0]?.pending ?? 0;
}

export const countRequests = (userId: number, kind: "incoming" | "outgoing") => {
  const counts = sides.map(
    ({ mine, theirs }) => sql`(
      SELECT count(*) FROM friendships
      WHERE ${mine} = ${userId} AND accepted_at IS NULL
        AND requested_by = ${kind === "outgoing" ? mine : theirs} AND ${otherIsThere(theirs)})`,
  );
  return sql<number>`(${sql.join(counts, sql` + `)})::int`;
};

const exportedKinds: FriendListKind[] = ["friends", "outgoing", "incoming"];

export const exportFriends = (db: Db, persons: Persons) =>
  listPart("friends.json", ({ id }) => readFriends(db, persons, id));

async function* readFriends(db: Db, persons: Persons, userId: number) {
  for (const status of exportedKinds) {
    const list = (cursor?: string) => listFriends(db, persons, { userId }, status, { cursor });
    for await (const page of pagesByCursor(list))
      yield page.map(({ friend, created_at }) => ({
        id: friend.id,
        fullname: friend.fullname,
        status,
        since: created_at,
      }));
  }
}
