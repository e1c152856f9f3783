/**
 * The members of a group. Every change takes the lock of the chat's row first, as sending does, so that they follow
 * each other and a new member sees exactly the later messages.
 */
import type { ChatRole } from "#lib/messenger/contract/schema.ts";
import { groupMembersMax } from "#lib/messenger/contract/schema.ts";
import { findableMembers } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, invalidField, notFound } from "#server/http/failure.ts";
import { isKeptAway } from "#server/messenger/groups/removals.ts";
import { isFriend, mayWrite } from "#server/visibility.ts";

/** A group whose row is locked until the transaction ends, with one member's role. */
export interface LockedGroup {
  id: number;
  last_seq: number;
  image_key: string | null;
  /** The role of the member. */
  role: ChatRole;
}

/** @throws {Failure} `not_found` unless the member is in the group. */
export async function lockGroup(trx: Db, chatId: number, userId: number): Promise<LockedGroup> {
  const chat = await trx
    .selectFrom("chats")
    .select(["id", "last_seq", "image_key"])
    .where("id", "=", chatId)
    .where("kind", "=", "group")
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Read after the lock is taken, so that a concurrent removal of the member is seen.
  const member = chat && (await roleOf(trx, chatId, userId));
  if (!member) throw notFound();
  return { ...chat, ...member };
}

const roleOf = (trx: Db, chatId: number, userId: number) =>
  trx
    .selectFrom("chat_members")
    .select("role")
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .executeTakeFirst();

/** @throws {Failure} `forbidden` */
export function requireAdmin({ role }: LockedGroup): void {
  if (role === "member") throw new Failure("forbidden", { messageKey: "Errors.groupAdminsOnly" });
}

/** @throws {Failure} `forbidden` */
export function requireOwner({ role }: LockedGroup): void {
  if (role !== "owner") throw new Failure("forbidden", { messageKey: "Errors.groupOwnerOnly" });
}

export async function memberIdsOf(db: Db, chatId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("chat_members")
    .select("user_id")
    .where("chat_id", "=", chatId)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Members whom the adding member can meet, and who accept messages from them. */
const addableMembers = (db: Db, adderId: number, ids: number[]) =>
  findableMembers(db, adderId).where("users.id", "in", ids).where(mayWrite(adderId));

export async function mayBeAdded(db: Db, adderId: number, id: number): Promise<boolean> {
  return (await addableMembers(db, adderId, [id]).select("users.id").execute()).length > 0;
}

/** Counts the strangers whom a member is about to add; if it throws, nobody is added. */
export type CountStrangers = (adderId: number, count: number) => Promise<void>;

export interface GroupAddition {
  adderId: number;
  ids: number[];
  field: string;
  countStrangers: CountStrangers;
}

/**
 * Adds those who are not in the group yet; they see messages from now on. All or none. @throws {Failure} `invalid` in
 * `field`: one of them does not exist or does not accept messages from the adding member, or they are too many; what
 * `countStrangers` throws.
 */
export async function addMembers(
  trx: Db,
  group: Pick<LockedGroup, "id" | "last_seq">,
  { adderId, ids, field, countStrangers }: GroupAddition,
): Promise<void> {
  const before = await memberIdsOf(trx, group.id);
  const added = [...new Set(ids)].filter((id) => !before.includes(id));
  if (added.length === 0) return;
  if (before.length + added.length > groupMembersMax)
    throw invalidField(field, "Messenger.groupFull");
  const addable = await addableMembers(trx, adderId, added)
    .select(["users.id", isFriend(adderId).as("is_friend")])
    .execute();
  if (addable.length !== added.length)
    throw invalidField(field, "Messenger.groupPersonUnavailable");
  const strangers = addable.filter(({ is_friend }) => !is_friend).length;
  if (strangers > 0) await countStrangers(adderId, strangers);
  await trx
    .insertInto("chat_members")
    .values(addable.map(({ id }) => newcomerTo(group, id)))
    .execute();
}

/** The role of a member in a group; undefined where they are not in it. */
export async function groupRoleOf(
  db: Db,
  chatId: number,
  userId: number,
): Promise<ChatRole | undefined> {
  const member = await db
    .selectFrom("chat_members")
    .innerJoin("chats", "chats.id", "chat_members.chat_id")
    .select("role")
    .where("chats.id", "=", chatId)
    .where("chats.kind", "=", "group")
    .where("chat_members.user_id", "=", userId)
    .executeTakeFirst();
  return member?.role;
}

/**
 * In a transaction: adds a member whom the owner of the group has invited, whatever their privacy; they see messages
 * from now on. False when they are in it already. @throws {Failure} `not_found` when the inviter no longer owns it,
 * `conflict` when it is full, or when they were removed from it lately.
 */
export async function joinInvited(
  trx: Db,
  { chatId, userId, ownerId }: { chatId: number; userId: number; ownerId: number },
): Promise<boolean> {
  const group = await lockGroup(trx, chatId, ownerId);
  if (group.role !== "owner") throw notFound();
  const before = await memberIdsOf(trx, chatId);
  if (before.includes(userId)) return false;
  if (await isKeptAway(trx, chatId, userId))
    throw new Failure("conflict", { messageKey: "Errors.removedFromGroup" });
  await insertNewcomer(trx, group, { userId, besides: before.length });
  return true;
}

/** Adds a member to the others of a locked group; they see later messages only. @throws {Failure} `conflict` when it is full */
export async function insertNewcomer(
  trx: Db,
  group: Pick<LockedGroup, "id" | "last_seq">,
  { userId, besides }: { userId: number; besides: number },
): Promise<void> {
  if (besides >= groupMembersMax)
    throw new Failure("conflict", { messageKey: "Messenger.groupFull" });
  await trx.insertInto("chat_members").values(newcomerTo(group, userId)).execute();
}

const newcomerTo = ({ id, last_seq }: Pick<LockedGroup, "id" | "last_seq">, userId: number) => ({
  chat_id: id,
  user_id: userId,
  opened: true,
  joined_seq: last_seq,
  last_read_seq: last_seq,
});
