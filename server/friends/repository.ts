import { sql } from "kysely";
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import type { FriendList } from "#lib/friends/schema.ts";
import { personColumns, type Persons } from "#server/auth/person.ts";
import { decodeCursor, seekPage } from "#server/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { isVisible } from "#server/visibility.ts";
import { nameMatches } from "#server/searchable.ts";

const pageSize = 30;

const pairOf = (a: number, b: number) => ({ low_user: Math.min(a, b), high_user: Math.max(a, b) });

/** Which side of the friendships of a member a list shows. */
export type FriendListKind = "friends" | "outgoing" | "incoming";

interface FriendsFilter {
  q?: string | undefined;
  cursor?: string | undefined;
}

/** Friendships of a member; others see their friends, if the member lets them: a hidden list looks empty. */
export async function listFriends(
  db: Db,
  persons: Persons,
  { userId, viewerId = userId }: { userId: number; viewerId?: number },
  kind: FriendListKind,
  { q, cursor }: FriendsFilter,
): Promise<FriendList> {
  const after = decodeCursor(cursor, z.tuple([z.iso.datetime(), id]));
  const since =
    kind === "friends" ? sql<Date>`friendships.accepted_at` : sql<Date>`friendships.created_at`;
  let query = db
    .selectFrom("friendships")
    .innerJoin("users", (join) =>
      join.on(
        sql<boolean>`users.id = CASE WHEN friendships.low_user = ${userId} THEN friendships.high_user ELSE friendships.low_user END`,
      ),
    )
    .select([...personColumns(viewerId), since.as("since")])
    .where((eb) =>
      eb.or([eb("friendships.low_user", "=", userId), eb("friendships.high_user", "=", userId)]),
    )
    .where("friendships.accepted_at", kind === "friends" ? "is not" : "is", null)
    .where("users.deleted_at", "is", null)
    .orderBy(since, "desc")
    .orderBy("users.id", "desc")
    .limit(pageSize + 1);
  if (viewerId !== userId) query = query.where(friendsAreVisible(userId, viewerId));
  if (kind !== "friends")
    query = query.where("friendships.requested_by", kind === "outgoing" ? "=" : "<>", userId);
  const matches = nameMatches(sql.ref("users.search_name"), q);
  if (matches) query = query.where(matches);
  if (after)
    query = query.where(
      sql<boolean>`(${since}, users.id) < (${after[0]}::timestamptz, ${after[1]}::int)`,
    );

  return seekPage(
    await query.execute(),
    pageSize,
    (row) => ({ id: row.id, friend: persons.toPerson(row), created_at: row.since.toISOString() }),
    (row) => [row.since.toISOString(), row.id],
  );
}

const friendsAreVisible = (userId: number, viewerId: number) => sql<boolean>`EXISTS (
  SELECT FROM users WHERE users.id = ${userId} AND ${isVisible("friends", viewerId)})`;

export async function friendshipStatus(
  db: Db,
  userId: number,
  otherId: number,
): Promise<FriendshipStatus> {
  return (await friendshipStatuses(db, userId, [otherId])).get(otherId) ?? "none";
}

/** What each of `otherIds` is to the member; those missing from the answer are strangers. */
export async function friendshipStatuses(
  db: Db,
  userId: number,
  otherIds: number[],
): Promise<Map<number, FriendshipStatus>> {
  const others = otherIds.filter((id) => id !== userId);
  const rows =
    others.length === 0
      ? []
      : await db
          .selectFrom("friendships")
          .select(["low_user", "high_user", "requested_by", "accepted_at"])
          .where((eb) =>
            eb.or([
              eb.and([eb("low_user", "=", userId), eb("high_user", "in", others)]),
              eb.and([eb("high_user", "=", userId), eb("low_user", "in", others)]),
            ]),
          )
          .execute();
  const statuses = new Map<number, FriendshipStatus>(
    rows.map((row) => [
      row.low_user === userId ? row.high_user : row.low_user,
      row.accepted_at ? "friends" : row.requested_by === userId ? "outgoing" : "incoming",
    ]),
  );
  if (otherIds.includes(userId)) statuses.set(userId, "self");
  return statuses;
}

/** Asks for friendship, or accepts what the other has asked: one row however the two race. */
export async function requestFriendship(db: Db, userId: number, otherId: number): Promise<void> {
  await db
    .insertInto("friendships")
    .values({ ...pairOf(userId, otherId), requested_by: userId })
    .onConflict((conflict) =>
      conflict
        .columns(["low_user", "high_user"])
        .doUpdateSet({ accepted_at: sql<Date>`now()` })
        .where("friendships.accepted_at", "is", null)
        .where("friendships.requested_by", "<>", userId),
    )
    .execute();
}

/** Accepts what the other has asked; false when there is no such request (any more). */
export async function acceptFriendship(db: Db, userId: number, otherId: number): Promise<boolean> {
  const { low_user, high_user } = pairOf(userId, otherId);
  const result = await db
    .updateTable("friendships")
    .set({ accepted_at: sql<Date>`now()` })
    .where("low_user", "=", low_user)
    .where("high_user", "=", high_user)
    .where("requested_by", "=", otherId)
    .where("accepted_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends a friendship or a request and answers what it was; undefined: there was none. */
export async function deleteFriendship(
  db: Db,
  userId: number,
  otherId: number,
): Promise<"friends" | "outgoing" | "incoming" | undefined> {
  const { low_user, high_user } = pairOf(userId, otherId);
  const row = await db
    .deleteFrom("friendships")
    .where("low_user", "=", low_user)
    .where("high_user", "=", high_user)
    .returning(["requested_by", "accepted_at"])
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.accepted_at) return "friends";
  return row.requested_by === userId ? "outgoing" : "incoming";
}

/** Members whom a member has asked for friendship and who have not answered. */
export async function listAskedBy(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("friendships")
    .select(sql<number>`CASE WHEN low_user = ${userId} THEN high_user ELSE low_user END`.as("id"))
    .where((eb) => eb.or([eb("low_user", "=", userId), eb("high_user", "=", userId)]))
    .where("requested_by", "=", userId)
    .where("accepted_at", "is", null)
    .execute();
  return rows.map(({ id: askedId }) => askedId);
}

/** The other member of a friendship has not deleted their account; of the purged there are no friendships. */
const otherIsThere = (userId: number) => sql<boolean>`NOT EXISTS (
  SELECT FROM users WHERE users.id = CASE WHEN low_user = ${userId} THEN high_user ELSE low_user END
    AND users.deleted_at IS NOT NULL AND users.purged_at IS NULL)`;

export async function countPendingRequests(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom("friendships")
    .select(sql<number>`count(*)::int`.as("pending"))
    .where((eb) => eb.or([eb("low_user", "=", userId), eb("high_user", "=", userId)]))
    .where("accepted_at", "is", null)
    .where("requested_by", "<>", userId)
    .where(otherIsThere(userId))
    .executeTakeFirstOrThrow();
  return row.pending;
}
