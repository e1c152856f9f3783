/** The data that the messenger holds of a member: for the archive, and to be deleted by a purge. */
import { sql } from "kysely";
import type { Person } from "#lib/auth/schema.ts";
import type { ChatKind, Message } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import { pagesAfter } from "#server/db/in-portions.ts";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";
import { peerIdOf } from "#server/members/private-peer.ts";
import type { ChatSource } from "#server/messenger/chats/chats.ts";
import type { Reader } from "#server/plugins/session.ts";
import { followedClass, titleIn } from "#server/messenger/class-chats/class-title.ts";
import { lockChat } from "#server/messenger/chats/lock-chat.ts";
import { takeOut } from "#server/messenger/groups/ownership.ts";
import { readHistory } from "#server/messenger/history/history.ts";
import { messagePlaces } from "#server/messenger/history/show-messages.ts";

type ChatExport = Pick<ChatSource, "db" | "persons" | "show">;

const chatsPerPage = 100;
const messagesPerPage = 500;

/** The chats that the member sees, each with all messages, own and received. */
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
  const readPage = (after: number) =>
    db
      .selectFrom("chat_members as me")
      .innerJoin("chats", "chats.id", "me.chat_id")
      .select(["chats.id", "kind", "title", "created_at", "joined_at", "last_read_seq", "muted"])
      .select(["pinned_at", "draft", "draft_mentions"])
      .select(followedClass.as("followed_class"))
      .select(peerIdOf(userId).as("peer_id"))
      .where("me.user_id", "=", userId)
      .where((eb) => eb.or([eb("last_seq", ">", 0), eb("opened", "=", true)]))
      .where("chats.id", ">", after)
      .orderBy("chats.id")
      .limit(chatsPerPage)
      .execute();
  for await (const rows of pagesAfter(readPage, ({ id }) => id)) {
    const people = await persons.findAll(
      reader,
      rows.flatMap(({ peer_id }) => peer_id ?? []),
    );
    yield rows.map(({ peer_id, followed_class, ...chat }) => {
      const peer = peer_id === null ? undefined : people.get(peer_id);
      const title = titleIn(reader.locale, { ...chat, followed_class });
      return { ...chat, title, peer: peer ? { id: peer.id, fullname: peer.fullname } : null };
    });
  }
}

async function* readMessages(
  source: ChatExport,
  reader: Reader,
  { id, kind: x }: { id: number; kind: ChatKind },
) {
  const readPage = async (after: number) =>
    (await readHistory(source, reader, { x, id }, { after, limit: messagesPerPage }))?.data ?? [];
  for await (const page of pagesAfter(readPage, ({ seq }) => seq)) yield page.map(toExported);
}

const named = ({ id, fullname }: Person) => ({ id, fullname });

/** Without addresses, which expire; the member's own files are in the archive. */
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
 * Messages stay, as by a deleted member, as long as somebody can read them. Groups that they own pass to another member;
 * receipts, drafts and reactions are deleted. Of files, whose rows are gone by then, messages have none.
 */
export async function forgetChats(trx: Db, userId: number): Promise<void> {
  await lockChatsOf(trx, userId);
  while (await leaveGroups(trx, userId));
  await partChats(trx, userId);
  await trx.deleteFrom("chat_members").where("user_id", "=", userId).execute();
  await trx.deleteFrom("class_chat_removals").where("user_id", "=", userId).execute();
  while (await forgetInMessages(trx, userId, []));
}

/** So many groups are one portion: nobody writes in them until it is committed. */
const leftAtOnce = 50;

/** Takes the member out of a portion of their groups; returns whether there were any. */
export async function leaveGroups(trx: Db, userId: number): Promise<boolean> {
  const ids = await groupIdsOf(trx, userId, leftAtOnce);
  for (const chatId of ids) {
    await lockChat(trx, chatId);
    await takeOut(trx, chatId, userId);
  }
  return ids.length > 0;
}

/** The first groups of a member, in the order in which chats are locked. */
async function groupIdsOf(db: Db, userId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("chat_members")
    .innerJoin("chats", "chats.id", "chat_members.chat_id")
    .select("chats.id")
    .where("user_id", "=", userId)
    .where("kind", "=", "group")
    .orderBy("chats.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks every affected chat before anything in it is deleted: a change of a message locks the chat before reactions, and
 * in another order the two would deadlock.
 */
async function lockChatsOf(trx: Db, userId: number): Promise<void> {
  await sql`
    SELECT id FROM chats WHERE id IN (
      SELECT chat_id FROM chat_members WHERE user_id = ${userId}
      UNION SELECT chat_id FROM message_reactions WHERE user_id = ${userId}
    ) ORDER BY id FOR NO KEY UPDATE`.execute(trx);
}

/**
 * A private chat whose other member is purged, too, is nobody's any more, and the sweep of chats deletes it. Two purges
 * at once wait for each other at the chat, so the later one sees the earlier.
 */
async function partChats(trx: Db, userId: number): Promise<void> {
  await sql`
    UPDATE chats SET private_low = NULL, private_high = NULL
    FROM users AS other
    WHERE chats.id IN (SELECT chat_id FROM chat_members WHERE user_id = ${userId}) AND kind = 'private'
      AND other.id = ${peerIdOf(userId)} AND other.purged_at IS NOT NULL`.execute(trx);
}

/** So many reactions, and so many places of files in messages, are one portion. */
const forgottenAtOnce = 1_000;

/**
 * Removes a portion of the reactions of a member, and of these of their files, from messages, forwarded ones too, each
 * message under a change of its own. A message that is left empty counts as deleted from then on. Returns whether there
 * were any.
 */
export async function forgetInMessages(
  trx: Db,
  userId: number,
  mediaIds: number[],
): Promise<boolean> {
  const { rows } = await sql<{ chat_id: number; seq: number }>`
    (SELECT chat_id, seq FROM message_reactions WHERE user_id = ${userId} LIMIT ${forgottenAtOnce})
    UNION
    (SELECT chat_id, seq FROM message_attachments WHERE media_id = ANY (${mediaIds}::bigint[])
      LIMIT ${forgottenAtOnce})`.execute(trx);
  if (rows.length === 0) return false;
  const chatIds = rows.map(({ chat_id }) => chat_id);
  const places = messagePlaces(rows);
  await sql`
    SELECT FROM chats WHERE id = ANY (${chatIds}::int[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    trx,
  );
  // Read under the locks: a statement that began before could give two changes one number.
  await sql`
    WITH unreacted AS (
      DELETE FROM message_reactions AS reaction USING ${places}
      WHERE reaction.chat_id = place.chat_id AND reaction.seq = place.seq AND user_id = ${userId}
      RETURNING reaction.chat_id, reaction.seq
    ), detached AS (
      DELETE FROM message_attachments AS attached USING ${places}, media
      WHERE attached.chat_id = place.chat_id AND attached.seq = place.seq
        AND media.id = media_id AND media.user_id = ${userId}
      RETURNING attached.chat_id, attached.seq
    ), emptied AS (
      SELECT DISTINCT chat_id, seq FROM detached JOIN messages USING (chat_id, seq)
      WHERE text ~ '^\\s*$' AND deleted_at IS NULL AND NOT EXISTS (
        SELECT FROM message_attachments AS kept JOIN media ON media.id = kept.media_id AND media.user_id <> ${userId}
        WHERE kept.chat_id = messages.chat_id AND kept.seq = messages.seq)
    ), numbered AS MATERIALIZED (
      SELECT chat_id, seq, emptied.seq IS NOT NULL AS is_emptied,
        (last_change + row_number() OVER (PARTITION BY chat_id ORDER BY seq))::int AS change
      FROM (SELECT chat_id, seq FROM unreacted UNION SELECT chat_id, seq FROM detached) AS touched
        JOIN chats ON chats.id = chat_id LEFT JOIN emptied USING (chat_id, seq)
    ), counted AS (
      UPDATE chats SET last_change = newest.change
      FROM (SELECT chat_id, max(change) AS change FROM numbered GROUP BY chat_id) AS newest
      WHERE chats.id = newest.chat_id
    ), deleted AS (
      UPDATE messages SET text = '', words = NULL, reply_to = NULL, forwarded_from = NULL, edited_at = NULL,
        deleted_at = now(), change = numbered.change
      FROM numbered
      WHERE is_emptied AND messages.chat_id = numbered.chat_id AND messages.seq = numbered.seq
    )
    UPDATE messages SET change = numbered.change FROM numbered
    WHERE NOT is_emptied AND messages.chat_id = numbered.chat_id AND messages.seq = numbered.seq`.execute(
    trx,
  );
  return true;
}
