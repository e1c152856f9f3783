/** What the messenger holds of a member: for their archive, and to be forgotten. */
import { sql } from "kysely";
import type { Person } from "#lib/auth/schema.ts";
import type { ChatKind, Message } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";
import type { ChatSource } from "#server/messenger/chats/chats.ts";
import { forgetAttachments } from "#server/messenger/forget-attachments.ts";
import { readHistory } from "#server/messenger/history/history.ts";
import { groupIdsOf, lockChat, takeOut } from "#server/messenger/groups/ownership.ts";
import type { Reader } from "#server/messenger/chats/reader.ts";

type ChatExport = Pick<ChatSource, "db" | "persons" | "show">;

const chatsPerPage = 100;
const messagesPerPage = 500;

/** The chats that the member sees, and of each all messages, own and received. */
export const exportChats = (source: ChatExport): ExportPart =>
  async function* (reader) {
    yield { name: "chats.json", content: jsonList(readChats(source, reader)) };
    for await (const page of readChats(source, reader))
      for (const chat of page)
        yield {
          name: `chats/${chat.id}.json`,
          content: jsonList(readMessages(source, reader, chat)),
        };
  };

async function* readChats({ db, persons }: ChatExport, reader: Reader) {
  const userId = reader.id;
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom("chat_members as me")
      .innerJoin("chats", "chats.id", "me.chat_id")
      .select(["chats.id", "kind", "title", "created_at", "last_read_seq", "muted", "draft"])
      .select(
        sql<
          number | null
        >`CASE WHEN private_low = ${userId} THEN private_high ELSE private_low END`.as("peer_id"),
      )
      .where("me.user_id", "=", userId)
      .where((eb) => eb.or([eb("last_seq", ">", 0), eb("opened", "=", true)]))
      .where("chats.id", ">", after)
      .orderBy("chats.id")
      .limit(chatsPerPage)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const people = await persons.findAll(
      reader,
      rows.flatMap(({ peer_id }) => peer_id ?? []),
    );
    yield rows.map(({ peer_id, ...chat }) => {
      const peer = peer_id === null ? undefined : people.get(peer_id);
      return { ...chat, peer: peer ? { id: peer.id, fullname: peer.fullname } : null };
    });
  }
}

async function* readMessages(
  source: ChatExport,
  reader: Reader,
  { id, kind: x }: { id: number; kind: ChatKind },
) {
  for (let after = 0; ;) {
    const page = await readHistory(source, reader, { x, id }, { after, limit: messagesPerPage });
    const last = page?.data.at(-1);
    if (!page || !last) return;
    after = last.seq;
    yield page.data.map(toExported);
  }
}

const named = ({ id, fullname }: Person) => ({ id, fullname });

/** Without addresses, which end; one's own files lie beside it. */
const toExported = (message: Message) => ({
  seq: message.seq,
  author: named(message.author),
  text: message.text,
  mentions: message.mentions,
  attachments: message.attachments.map(({ url: _, thumb_url: __, ...file }) => file),
  reply_to: message.reply_to,
  forwarded_from: message.forwarded_from && named(message.forwarded_from),
  reactions: message.reactions.map(({ emoji, user_ids }) => ({ emoji, user_ids })),
  created_at: message.created_at,
  edited_at: message.edited_at,
  deleted_at: message.deleted_at,
});

/**
 * Messages stay, as of a deleted member; groups of theirs are another's, and where they read to and what they were about
 * to write goes.
 */
export async function forgetChats(trx: Db, userId: number): Promise<void> {
  await lockChatsOf(trx, userId);
  for (const chatId of await groupIdsOf(trx, userId)) {
    await lockChat(trx, chatId);
    await takeOut(trx, chatId, userId);
  }
  await trx.deleteFrom("chat_members").where("user_id", "=", userId).execute();
  await trx.deleteFrom("message_reactions").where("user_id", "=", userId).execute();
  await forgetAttachments(trx, userId);
}

/**
 * Every chat of which something is forgotten, before anything of it: whoever changes a message holds its chat before
 * its files and its reactions, and each would wait for the other.
 */
async function lockChatsOf(trx: Db, userId: number): Promise<void> {
  await sql`
    SELECT id FROM chats WHERE id IN (
      SELECT chat_id FROM chat_members WHERE user_id = ${userId}
      UNION SELECT chat_id FROM message_reactions WHERE user_id = ${userId}
      UNION SELECT chat_id FROM message_attachments JOIN media ON media.id = media_id
        WHERE media.user_id = ${userId}
    ) ORDER BY id FOR NO KEY UPDATE`.execute(trx);
}
