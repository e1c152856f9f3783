import type { ChangesFilter } from "#lib/messenger/contract/change-schema.ts";
import type { Changes } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import {
  findMembership,
  isStillIn,
  type NamedChat,
} from "#server/messenger/chats/find-membership.ts";
import type { Reader } from "#server/plugins/session.ts";
import {
  messageColumns,
  type Place,
  type ShowMessages,
} from "#server/messenger/history/show-messages.ts";
import { type MessageRecipient, recipientsOf } from "#server/messenger/notify/publish-message.ts";
import { isUnblocked, type ReaderId } from "#server/visibility.ts";

/** The changes in a chat while a client was offline; undefined when the member is not in the chat. */
export async function readChanges(
  { db, show }: { db: Db; show: ShowMessages },
  reader: Reader,
  named: NamedChat,
  { after, limit }: ChangesFilter,
): Promise<Changes | undefined> {
  // Read before the messages, so that a change made meanwhile is among them or is requested next.
  const chat = await findMembership(db, reader.id, named);
  if (!chat) return undefined;
  const rows = await db
    .selectFrom("messages")
    .select(messageColumns)
    .where("chat_id", "=", named.id)
    .where("change", ">", after)
    .where("seq", ">", chat.joined_seq)
    .where(isStillIn(named.id, reader.id, chat))
    .orderBy("change")
    .limit(limit)
    .execute();
  return {
    data: await show(reader, rows),
    meta: { last_change: Math.max(chat.last_change, rows.at(-1)?.change ?? 0) },
  };
}

/**
 * Recipients of a change: all who see the message, and in a private chat nobody across a block with the member who made
 * it. Null: the operator made it.
 */
export async function listChangeRecipients(
  db: Db,
  userId: ReaderId,
  message: Place,
): Promise<MessageRecipient[]> {
  return recipientsOf(db, message)
    .where((eb) => eb.or([eb("chats.kind", "=", "group"), isUnblocked(userId)]))
    .execute();
}
