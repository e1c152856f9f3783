import { sql } from "kysely";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import type { Db } from "#server/db/database.ts";

const pairOf = (a: number, b: number) => ({ low_user: Math.min(a, b), high_user: Math.max(a, b) });

export async function friendshipStatusOf(
  db: Db,
  userId: number,
  otherId: number,
): Promise<FriendshipStatus> {
  return (await friendshipStatuses(db, userId, [otherId])).get(otherId) ?? "none";
}

/** The friendship status of each of `otherIds`; those missing from the answer are strangers. */
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

/**
 * Requests a friendship, or accepts the other's request: one row, however the two race. Returns what this call has
 * done; undefined: nothing, because it was done before.
 */
export async function requestFriendship(
  db: Db,
  userId: number,
  otherId: number,
): Promise<"requested" | "accepted" | undefined> {
  const row = await db
    .insertInto("friendships")
    .values({ ...pairOf(userId, otherId), requested_by: userId })
    .onConflict((conflict) =>
      conflict
        .columns(["low_user", "high_user"])
        .doUpdateSet({ accepted_at: sql<Date>`now()`, acceptance_unseen: true })
        .where("friendships.accepted_at", "is", null)
        .where("friendships.requested_by", "<>", userId),
    )
    .returning("accepted_at")
    .executeTakeFirst();
  return row && (row.accepted_at ? "accepted" : "requested");
}

/** Accepts the other's request; false when it does not exist (any more). */
export async function acceptFriendship(db: Db, userId: number, otherId: number): Promise<boolean> {
  const { low_user, high_user } = pairOf(userId, otherId);
  const result = await db
    .updateTable("friendships")
    .set({ accepted_at: sql<Date>`now()`, acceptance_unseen: true })
    .where("low_user", "=", low_user)
    .where("high_user", "=", high_user)
    .where("requested_by", "=", otherId)
    .where("accepted_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends a friendship or a request and returns what it was; undefined: there was none. */
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

/**
 * Members whose counts include this member: those who have a request of theirs to answer, and those who have not seen
 * yet that this member accepted their request.
 */
export async function listCountersOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("friendships")
    .select(sql<number>`CASE WHEN low_user = ${userId} THEN high_user ELSE low_user END`.as("id"))
    .where((eb) => eb.or([eb("low_user", "=", userId), eb("high_user", "=", userId)]))
    .where(
      sql<boolean>`EXISTS (
        SELECT FROM present_members
        WHERE present_members.user_id = CASE WHEN low_user = ${userId} THEN high_user ELSE low_user END)`,
    )
    .where((eb) =>
      eb.or([
        eb.and([eb("requested_by", "=", userId), eb("accepted_at", "is", null)]),
        eb.and([eb("requested_by", "<>", userId), eb("acceptance_unseen", "=", true)]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the friendships of an account that is purged. */
export async function forgetFriendships(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("friendships")
    .where((eb) => eb.or([eb("low_user", "=", userId), eb("high_user", "=", userId)]))
    .execute();
}
