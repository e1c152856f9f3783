import type { ChatRole } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, invalidField } from "#server/http/failure.ts";
import {
  addMembers,
  type CountStrangers,
  type LockedGroup,
  lockGroup,
  requireAdmin,
  requireOwner,
} from "#server/messenger/groups/membership.ts";
import { setRole, takeOut, transferOwnership } from "#server/messenger/groups/ownership.ts";
import { deleteRemovals, storeRemovals } from "#server/messenger/groups/removals.ts";

interface MembersChange {
  add: number[];
  remove: number[];
  countStrangers: CountStrangers;
}

/** Adds and removes members; returns those who are no longer in the group. @throws {Failure} */
export const changeMembers = (
  db: Db,
  userId: number,
  chatId: number,
  { add, remove, countStrangers }: MembersChange,
): Promise<number[]> =>
  db.transaction().execute(async (trx) => {
    const group = await lockGroup(trx, chatId, userId);
    requireAdmin(group);
    if (add.length > 0) await refuseForClass(trx, chatId);
    const removed = await removeMembers(trx, group, userId, remove);
    if (add.length > 0) {
      await addMembers(trx, group, { adderId: userId, ids: add, field: "add", countStrangers });
      await deleteRemovals(trx, chatId, add);
    }
    return removed;
  });

/** Nobody is added to the chat of a class: its members join by themselves (D-CLASS-CHAT). */
async function refuseForClass(trx: Db, chatId: number) {
  const ofClass = await trx
    .selectFrom("class_chats")
    .select("chat_id")
    .where("chat_id", "=", chatId)
    .executeTakeFirst();
  if (ofClass) throw new Failure("forbidden", { messageKey: "Errors.classChatIsJoined" });
}

/** Only the owner removes admins; nobody removes the owner or themselves: they leave. */
async function removeMembers(trx: Db, group: LockedGroup, userId: number, ids: number[]) {
  if (ids.length === 0) return [];
  if (ids.includes(userId)) throw invalidField("remove", "Site.invalid");
  const members = await trx
    .selectFrom("chat_members")
    .select(["user_id", "role"])
    .where("chat_id", "=", group.id)
    .where("user_id", "in", ids)
    .execute();
  if (members.some(({ role }) => role === "owner"))
    throw new Failure("forbidden", { messageKey: "Errors.groupOwnerOnly" });
  if (members.some(({ role }) => role === "admin")) requireOwner(group);
  const removed = members.map(({ user_id }) => user_id);
  if (removed.length > 0)
    await trx
      .deleteFrom("chat_members")
      .where("chat_id", "=", group.id)
      .where("user_id", "in", removed)
      .execute();
  await storeRemovals(trx, group.id, removed);
  return removed;
}

/**
 * Changes the role of another member. Only the owner may; giving the role "owner" hands the group over. @throws
 * {Failure}
 */
export const changeRole = (
  db: Db,
  userId: number,
  chatId: number,
  change: { user_id: number; role: ChatRole },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    requireOwner(await lockGroup(trx, chatId, userId));
    const member = await trx
      .selectFrom("chat_members")
      .innerJoin("users", "users.id", "chat_members.user_id")
      .select("user_id")
      .where("chat_id", "=", chatId)
      .where("user_id", "=", change.user_id)
      .where("user_id", "<>", userId)
      .where("users.deleted_at", "is", null)
      .executeTakeFirst();
    if (!member) throw invalidField("user_id", "Messenger.groupPersonGone");
    if (change.role === "owner") await transferOwnership(trx, chatId, userId, member.user_id);
    else await setRole(trx, chatId, member.user_id, change.role);
  });

/** Removes the member; returns whether anybody is left. @throws {Failure} `not_found` */
export const endMembership = (db: Db, userId: number, chatId: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { id } = await lockGroup(trx, chatId, userId);
    return takeOut(trx, id, userId);
  });
