import { sql } from "kysely";
import type { ChatKind } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";

/** A chat as addresses name it: by kind and id. */
export interface NamedChat {
  x: ChatKind;
  id: number;
}

/** The last message of a chat, and from where its member sees it; undefined when they are not in it. */
export function findMembership(db: Db, userId: number, { x, id }: NamedChat) {
  return db
    .selectFrom("chats")
    .innerJoin("chat_members as me", "me.chat_id", "chats.id")
    .select(["chats.last_seq", "chats.last_change", "me.joined_seq"])
    .where("chats.id", "=", id)
    .where("chats.kind", "=", x)
    .where("me.user_id", "=", userId)
    .executeTakeFirst();
}

/**
 * The condition of a later statement that this membership lasts: whoever was removed in between sees nothing that was written
 * or edited since, also when they were added again.
 */
export const isStillIn = (chatId: number, userId: number, { joined_seq }: { joined_seq: number }) =>
  sql<boolean>`EXISTS (
    SELECT FROM chat_members
    WHERE chat_id = ${chatId} AND user_id = ${userId} AND joined_seq = ${joined_seq})`;
