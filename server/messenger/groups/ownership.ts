/** A group has one owner as long as it has members. Must be called with the lock of the chat's row (membership.ts). */
import { sql } from "kysely";
import type { ChatRole } from "#lib/messenger/contract/schema.ts";
import { isSuspended } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import { keyOfEducation } from "#server/members/class-members.ts";

export const setRole = (trx: Db, chatId: number, userId: number, role: ChatRole) =>
  trx
    .updateTable("chat_members")
    .set({ role })
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .execute();

/** The former owner becomes an admin first, so that there are never two. */
export async function transferOwnership(trx: Db, chatId: number, fromId: number, toId: number) {
  await setRole(trx, chatId, fromId, "admin");
  await setRole(trx, chatId, toId, "owner");
}

/** Whether the member in the current row of `chat_members` is of the class whose chat it is. */
const isOfItsClass = sql<boolean>`EXISTS (
  SELECT FROM class_chats JOIN educations ON educations.object_id = class_chats.object_id
  WHERE class_chats.chat_id = chat_members.chat_id AND educations.user_id = chat_members.user_id
    AND class_chats.class_key = ${keyOfEducation})`;

/**
 * The order in which members succeed an owner: those who can act for the group, those of the class whose chat it is, since
 * others cannot cancel its events, admins, the oldest.
 */
const successorsFirst = sql`
  users.deleted_at IS NOT NULL, ${isSuspended}, NOT ${isOfItsClass}, role <> 'admin', joined_at, user_id`;

/** A member of a group. */
interface Membership {
  chat_id: number;
  user_id: number;
}

/** Rows as a relation `membership (chat_id, user_id)`. */
const memberships = (rows: Membership[]) => sql`
  unnest(${rows.map(({ chat_id }) => chat_id)}::int[], ${rows.map(({ user_id }) => user_id)}::int[])
    AS membership (chat_id, user_id)`;

interface Successor extends Membership {
  has_account: boolean;
}

/** The next owners when these members leave: whoever cannot act for a group only where nobody else is in it. */
async function findSuccessors(trx: Db, leaving: Membership[]): Promise<Successor[]> {
  const { rows } = await sql<Successor>`
    SELECT membership.chat_id, successor.*
    FROM ${memberships(leaving)} CROSS JOIN LATERAL (
      SELECT chat_members.user_id, users.deleted_at IS NULL AS has_account
      FROM chat_members JOIN users ON users.id = chat_members.user_id
      WHERE chat_members.chat_id = membership.chat_id AND chat_members.user_id <> membership.user_id
      ORDER BY ${successorsFirst} LIMIT 1
    ) AS successor
    ORDER BY chat_id`.execute(trx);
  return rows;
}

/** The condition on a row of `users` that nobody acts for its account now. */
const isAbsent = sql<boolean>`(users.deleted_at IS NOT NULL OR ${isSuspended})`;

/**
 * When a member has joined the chat of a class: if its owner is suspended or has closed their account, their successor
 * among those who can act for it owns it from then on. Whoever is suspended becomes a member, so that they have no rights
 * over others when they come back.
 */
export async function replaceAbsentOwner(trx: Db, chatId: number): Promise<void> {
  const members = trx
    .selectFrom("chat_members")
    .innerJoin("users", "users.id", "chat_members.user_id")
    .where("chat_id", "=", chatId);
  const owner = await members
    .select(["user_id", isSuspended.as("is_suspended")])
    .where("role", "=", "owner")
    .where(isAbsent)
    .executeTakeFirst();
  if (!owner) return;
  const successor = await members
    .select("user_id")
    .where("role", "<>", "owner")
    .where((eb) => eb.not(isAbsent))
    .orderBy(successorsFirst)
    .limit(1)
    .executeTakeFirst();
  if (!successor) return;
  await transferOwnership(trx, chatId, owner.user_id, successor.user_id);
  if (owner.is_suspended) await setRole(trx, chatId, owner.user_id, "member");
}

/** Removes a member, whatever their role; returns whether anybody is left. */
export async function takeOut(trx: Db, chatId: number, userId: number): Promise<boolean> {
  const [successor] = await findSuccessors(trx, [{ chat_id: chatId, user_id: userId }]);
  const gone = await trx
    .deleteFrom("chat_members")
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .returning("role")
    .executeTakeFirst();
  if (gone?.role === "owner" && successor) await setRole(trx, chatId, successor.user_id, "owner");
  // A chat that everybody has left is deleted: the next member of the class makes a new one (D-CLASS-CHAT).
  if (!successor) await trx.deleteFrom("class_chats").where("chat_id", "=", chatId).execute();
  return successor !== undefined;
}

/**
 * In the transaction that closes accounts: hands each group of these members to a successor, where there is one; others
 * own it from then on, even if the account is restored. Returns the ids of those groups.
 */
export async function transferOwned(trx: Db, userIds: number[]): Promise<number[]> {
  // All groups that they are in are locked, so that nobody makes them an owner meanwhile.
  await trx
    .selectFrom("chats")
    .select("id")
    .where("kind", "=", "group")
    .where("id", "in", (eb) =>
      eb.selectFrom("chat_members").select("chat_id").where("user_id", "in", userIds),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const owned = await trx
    .selectFrom("chat_members")
    .select(["chat_id", "user_id"])
    .where("user_id", "in", userIds)
    .where("role", "=", "owner")
    .orderBy("chat_id")
    .execute();
  const transferred: number[] = [];
  for (let first = 0; first < owned.length; first += groupsAtOnce)
    transferred.push(...(await transferPortion(trx, owned.slice(first, first + groupsAtOnce))));
  return transferred;
}

/** So many groups are transferred by one statement, which sorts the members of each. */
const groupsAtOnce = 100;

async function transferPortion(trx: Db, owned: Membership[]): Promise<number[]> {
  const successors = (await findSuccessors(trx, owned)).filter(({ has_account }) => has_account);
  const transferred = new Set(successors.map(({ chat_id }) => chat_id));
  // As in `transferOwnership`: there are never two owners.
  const former = owned.filter(({ chat_id }) => transferred.has(chat_id));
  for (const [role, rows] of [
    ["admin", former],
    ["owner", successors],
  ] as const)
    await sql`
      UPDATE chat_members SET role = ${role} FROM ${memberships(rows)}
      WHERE chat_members.chat_id = membership.chat_id AND chat_members.user_id = membership.user_id`.execute(
      trx,
    );
  return [...transferred];
}
