/** Exports what a member wrote in a group before they left it, even if they came back: no page shows it to them any more. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { listPart } from "#server/infra/export-file.ts";
import { leftGroupsWalk } from "#server/messenger/groups/note-left-groups.ts";

export const exportLeftGroups = (db: Db) =>
  listPart("messages-in-left-groups.json", ({ id }) => readMessages(db, id));

const messagesPerPage = 500;

async function* readMessages(db: Db, userId: number) {
  // Read before the noted ones: the walk may go on meanwhile.
  const walk = await db
    .selectFrom("walks")
    .select("after")
    .where("name", "=", leftGroupsWalk)
    .executeTakeFirst();
  const noted = await db
    .selectFrom("left_groups")
    .select("chat_id")
    .where("user_id", "=", userId)
    .$if(walk !== undefined, (query) => query.where("chat_id", "<=", walk?.after ?? 0))
    .orderBy("chat_id")
    .execute();
  for (const { chat_id } of noted) yield* readGroup(db, userId, chat_id);
  if (walk)
    for await (const groups of groupsAfter(db, userId, walk.after))
      for (const chatId of groups) yield* readGroup(db, userId, chatId);
}

/** The groups of one statement, which looks each of them up by its key. */
const groupsAtOnce = 2_000;

/** Groups with messages of the member among those that the walk has yet to reach. */
async function* groupsAfter(db: Db, userId: number, from: number) {
  for (let after = from; ;) {
    const { rows } = await sql<{ last: number | null; groups: number[] | null }>`
      SELECT max(id) AS last, array_agg(id ORDER BY id) FILTER (WHERE wrote) AS groups
      FROM (
        SELECT id, EXISTS (SELECT FROM messages WHERE chat_id = chats.id AND author_id = ${userId}) AS wrote
        FROM chats WHERE kind = 'group' AND id > ${after} ORDER BY id LIMIT ${groupsAtOnce}) AS page`.execute(
      db,
    );
    const { last, groups } = rows[0] ?? {};
    if (last == null) return;
    yield groups ?? [];
    after = last;
  }
}

interface UnseenMessage {
  chat_id: number;
  seq: number;
  text: string;
  reply_to: number | null;
  /** Files of the member, by their ids in media.json. */
  media: number[];
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
}

/**
 * No index has the messages of an author in their order, so that each page by `seq` would read all of them. Where they stand is
 * read first, in the order of the index that has the author, and then each of them by its key.
 */
async function* readGroup(db: Db, userId: number, chatId: number) {
  const seqs: number[] = [];
  for await (const page of seqsOf(db, userId, chatId)) seqs.push(...page.map(({ seq }) => seq));
  seqs.sort((one, other) => one - other);
  for (let at = 0; at < seqs.length; at += messagesPerPage) {
    const { rows } = await sql<UnseenMessage>`
      SELECT chat_id, seq, text, reply_to, created_at, edited_at, deleted_at, ARRAY(
        SELECT media_id FROM message_attachments AS attached JOIN media ON media.id = media_id
        WHERE attached.chat_id = messages.chat_id AND attached.seq = messages.seq AND media.user_id = ${userId}
        ORDER BY position) AS media
      FROM messages
      WHERE chat_id = ${chatId} AND seq = ANY (${seqs.slice(at, at + messagesPerPage)}::int[])
      ORDER BY seq`.execute(db);
    yield rows;
  }
}

/** Messages that the member sees are in the file of the chat. */
async function* seqsOf(db: Db, userId: number, chatId: number) {
  for (let after: string | undefined; ;) {
    const { rows } = await sql<{ seq: number; client_id: string }>`
      SELECT seq, client_id FROM messages
      WHERE chat_id = ${chatId} AND author_id = ${userId}
          ${after === undefined ? sql`` : sql`AND client_id > ${after}::uuid`}
        AND seq <= coalesce(
          (SELECT joined_seq FROM chat_members AS me WHERE me.chat_id = ${chatId} AND me.user_id = ${userId}), seq)
      ORDER BY client_id LIMIT ${messagesPerPage}`.execute(db);
    yield rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.client_id;
  }
}
