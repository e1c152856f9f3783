import type { z } from "zod";
import type { ChangeMembersInput, ChangeRoleInput } from "#lib/messenger/contract/group-schema.ts";
import type { createGroupInput } from "#lib/messenger/contract/group-title-schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import type { Db } from "#server/db/database.ts";
import { searchable } from "#server/db/searchable.ts";
import { invalidField, notFound } from "#server/http/failure.ts";
import type { CheckName } from "#server/members/check-name.ts";
import { type ChatSource, findChat } from "#server/messenger/chats/chats.ts";
import type { Limits } from "#server/plugins/limits.ts";
import type { Reader } from "#server/plugins/session.ts";
import {
  changeMembers,
  changeRole,
  endMembership,
} from "#server/messenger/groups/change-members.ts";
import {
  createGroupImages,
  type GroupImagesOptions,
} from "#server/messenger/groups/group-images.ts";
import {
  type GroupAddition,
  addMembers,
  type CountStrangers,
  lockGroup,
  mayBeAdded,
  memberIdsOf,
  requireAdmin,
} from "#server/messenger/groups/membership.ts";
import { setTitle } from "#server/messenger/groups/locked-group.ts";
import { transferOwned } from "#server/messenger/groups/ownership.ts";
import type { Publish } from "#server/realtime/realtime.ts";
import type { ReceivedUpload } from "#server/uploads/receive-form.ts";

export type Groups = ReturnType<typeof createGroups>;

interface Options extends ChatSource, GroupImagesOptions {
  checkTitle: CheckName;
  limits: Pick<Limits, "consume">;
  publish: Publish;
  unreadChanged: (userIds: number[]) => void;
  /** Deletes groups that everybody has left. */
  sweepChatsSoon: () => void;
}

/** Changes of a group: stored first, then published to all who are or were in it. */
export function createGroups(options: Options) {
  const { limits, publish, unreadChanged, sweepChatsSoon, checkTitle, ...source } = options;
  const { db } = source;
  const images = createGroupImages(source);
  const countStrangers: CountStrangers = (adderId, count) =>
    limits.consume("strangerAddition", adderId, count);
  const publishToMembers = async (chatId: number, besides: number[] = []) => {
    const ids = [...new Set([...(await memberIdsOf(db, chatId)), ...besides])];
    publish(ids, "chat_changed", { chat_id: chatId });
    if (besides.length > 0) unreadChanged(besides);
  };
  const readGroup = async (reader: Reader, chatId: number): Promise<Chat> => {
    const chat = await findChat(source, reader, chatId, "group");
    if (!chat) throw notFound();
    return chat;
  };
  const publishAndRead = async (reader: Reader, chatId: number, besides?: number[]) => {
    await publishToMembers(chatId, besides);
    return readGroup(reader, chatId);
  };

  return {
    /**
     * Creates a group owned by the reader, or returns the one that they made with this `client_id`; it is published again,
     * because the first answer may have been lost before its publication. @throws {Failure} `not_found`: the first member
     * cannot be added; `invalid`: another cannot.
     */
    async create(
      reader: Reader,
      firstId: number,
      { title, members, client_id }: z.output<typeof createGroupInput>,
    ): Promise<Chat> {
      const made = client_id ? { creator_id: reader.id, client_id } : null;
      const find = async () => made && (await findMade(db, made))?.id;
      // Before all checks, because meanwhile somebody may have left, or blocked the reader.
      const before = await find();
      if (before) return publishAndRead(reader, before);
      checkTitle({ title });
      if (firstId === reader.id) throw invalidField("id", "Site.invalid");
      if (!(await mayBeAdded(db, reader.id, firstId))) throw notFound();
      const ids = [firstId, ...members.filter((id) => id !== reader.id)];
      const addition = { adderId: reader.id, ids, countStrangers };
      const id = (await insertGroup(db, { title, ...made }, addition)) ?? (await find());
      if (!id) throw notFound();
      return publishAndRead(reader, id);
    },

    async changeMembers(
      reader: Reader,
      chatId: number,
      { add, remove }: ChangeMembersInput,
    ): Promise<Chat> {
      const change = { add: add ?? [], remove: remove ?? [], countStrangers };
      const removed = await changeMembers(db, reader.id, chatId, change);
      return publishAndRead(reader, chatId, removed);
    },

    async rename(reader: Reader, chatId: number, title: string): Promise<Chat> {
      checkTitle({ title });
      await renameGroup(db, reader.id, chatId, title);
      return publishAndRead(reader, chatId);
    },

    async changeRole(reader: Reader, chatId: number, change: ChangeRoleInput): Promise<Chat> {
      await changeRole(db, reader.id, chatId, change);
      return publishAndRead(reader, chatId);
    },

    requireAdmin: (userId: number, chatId: number) => images.requireAdmin(userId, chatId),

    async setImage(reader: Reader, chatId: number, upload: ReceivedUpload): Promise<Chat> {
      await images.set(reader.id, chatId, upload);
      return publishAndRead(reader, chatId);
    },

    async removeImage(reader: Reader, chatId: number): Promise<Chat> {
      await images.remove(reader.id, chatId);
      return publishAndRead(reader, chatId);
    },

    /** Publishes to all in the group what was changed elsewhere: somebody has joined by an invitation, or the operator has changed it. */
    publishChanged: (chatId: number): Promise<void> => publishToMembers(chatId),

    /** Publishes to those who were in it that the operator has closed the group, and deletes its content. */
    async publishClosed(chatId: number, left: number[]): Promise<void> {
      sweepChatsSoon();
      await publishToMembers(chatId, left);
    },

    /** When the last member leaves, the group and its content are deleted. */
    async leave(userId: number, chatId: number): Promise<void> {
      const isAnybodyLeft = await endMembership(db, userId, chatId);
      if (!isAnybodyLeft) sweepChatsSoon();
      await publishToMembers(chatId, [userId]);
    },

    /** In the transaction that closes a member's account: `transferOwned`; the result publishes it afterwards. */
    async transferOwned(trx: Db, userId: number): Promise<() => Promise<void>> {
      const transferred = await transferOwned(trx, [userId]);
      return async () => {
        for (const chatId of transferred) await publishToMembers(chatId);
      };
    },
  };
}

/** By whom a group was made, with the id that their page gave it. */
interface Made {
  creator_id: number;
  client_id: string;
}

const findMade = (db: Db, { creator_id, client_id }: Made) =>
  db
    .selectFrom("chats")
    .select("id")
    .where("creator_id", "=", creator_id)
    .where("client_id", "=", client_id)
    .executeTakeFirst();

/** Resolves to undefined where the same request has made the group at the same moment. */
const insertGroup = (
  db: Db,
  { title, ...made }: { title: string } & Partial<Made>,
  addition: Omit<GroupAddition, "field">,
) =>
  db.transaction().execute(async (trx) => {
    // Closing the account hands on the groups that it sees: it waits for this one, or this is refused.
    await lockMember(trx, addition.adderId);
    const inserted = await trx
      .insertInto("chats")
      .values({ kind: "group", title, search_title: searchable(title), ...made })
      .onConflict((conflict) =>
        conflict
          .columns(["creator_id", "client_id"])
          .where("client_id", "is not", null)
          .doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (!inserted) return undefined;
    const { id } = inserted;
    await trx
      .insertInto("chat_members")
      .values({ chat_id: id, user_id: addition.adderId, role: "owner", opened: true })
      .execute();
    await addMembers(trx, { id, last_seq: 0 }, { ...addition, field: "members" });
    return id;
  });

const renameGroup = (db: Db, userId: number, chatId: number, title: string) =>
  db.transaction().execute(async (trx) => {
    requireAdmin(await lockGroup(trx, chatId, userId));
    await setTitle(trx, chatId, title);
  });
