import { sql } from "kysely";
import { z } from "zod";
import type { Chat, ChatKind, ChatList } from "#lib/messenger/schema.ts";
import { id } from "#lib/http/schema.ts";
import type { Person } from "#lib/auth/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import { decodeCursor, seekPage } from "#server/cursor.ts";
import type { Db } from "#server/db/database.ts";
import { toMessage } from "#server/messenger/messages.ts";
import type { Reader } from "#server/messenger/reader.ts";
import { nameMatches } from "#server/searchable.ts";
import { isUnblocked } from "#server/visibility.ts";

const pageSize = 30;

interface ChatFilter {
  kind?: ChatKind | undefined;
  chatId?: number;
  q?: string | undefined;
  cursor?: string | undefined;
}

/** Chats of a member, the one with the newest message first; a chat without messages stands where it was made. */
export async function listChats(
  db: Db,
  persons: Persons,
  reader: Reader,
  filter: ChatFilter,
): Promise<ChatList> {
  const rows = await chatRows(db, reader.id, filter);
  const page = rows.slice(0, pageSize);
  const people = await persons.findAll(
    reader,
    page.flatMap(({ peer_id, author_id }) =>
      [peer_id, author_id].filter((personId) => personId !== null),
    ),
  );
  return seekPage(
    rows,
    pageSize,
    (row) => toChat(row, people),
    (row) => [row.active_at.toISOString(), row.id],
  );
}

export async function findChat(
  db: Db,
  persons: Persons,
  reader: Reader,
  chatId: number,
  kind?: ChatKind,
): Promise<Chat | undefined> {
  return (await listChats(db, persons, reader, { chatId, kind })).data[0];
}

type ChatRow = Awaited<ReturnType<typeof chatRows>>[number];

async function chatRows(db: Db, userId: number, { kind, chatId, q, cursor }: ChatFilter) {
  const after = decodeCursor(cursor, z.tuple([z.iso.datetime(), id]));
  const activeAt = sql<Date>`coalesce(chats.last_message_at, chats.created_at)`;
  let query = db
    .selectFrom("chat_members as me")
    .innerJoin("chats", "chats.id", "me.chat_id")
    .leftJoin("users as peer", (join) =>
      join.on(
        sql<boolean>`peer.id = CASE WHEN chats.private_low = ${userId} THEN chats.private_high ELSE chats.private_low END`,
      ),
    )
    .leftJoin("messages as last", (join) =>
      join.onRef("last.chat_id", "=", "chats.id").onRef("last.seq", "=", "chats.last_seq"),
    )
    .select([
      "chats.id",
      "chats.kind",
      "chats.title",
      "chats.last_seq",
      "me.last_read_seq",
      "me.muted",
      "me.draft",
      activeAt.as("active_at"),
      "peer.id as peer_id",
      "last.seq",
      "last.author_id",
      "last.client_id",
      "last.text",
      "last.reply_to",
      "last.created_at",
      "last.edited_at",
      "last.deleted_at",
      sql<number>`(SELECT count(*)::int FROM chat_members WHERE chat_id = chats.id)`.as(
        "members_count",
      ),
      unreadOf(userId).as("unread"),
    ])
    .where("me.user_id", "=", userId)
    .orderBy(activeAt, "desc")
    .orderBy("chats.id", "desc")
    .limit(pageSize + 1);
  if (kind) query = query.where("chats.kind", "=", kind);
  if (chatId !== undefined) query = query.where("chats.id", "=", chatId);
  else
    query = query.where((eb) => eb.or([eb("chats.last_seq", ">", 0), eb("me.opened", "=", true)]));
  const matches = nameMatches(sql.ref("peer.search_name"), q);
  if (matches) query = query.where(matches).where("peer.deleted_at", "is", null);
  if (after)
    query = query.where(
      sql<boolean>`(${activeAt}, chats.id) < (${after[0]}::timestamptz, ${after[1]}::int)`,
    );
  return query.execute();
}

/** Messages after `me.last_read_seq` that are not one's own (architecture.md, data model). */
const unreadOf = (userId: number) => sql<number>`(
  SELECT count(*)::int FROM messages
  WHERE messages.chat_id = me.chat_id AND messages.seq > me.last_read_seq AND messages.author_id <> ${userId})`;

function toChat(row: ChatRow, people: Map<number, Person>): Chat {
  const peer = row.peer_id === null ? null : (people.get(row.peer_id) ?? null);
  const author = row.author_id === null ? undefined : people.get(row.author_id);
  const {
    id: chat_id,
    seq,
    author_id,
    client_id,
    text,
    reply_to,
    created_at,
    edited_at,
    deleted_at,
  } = row;
  const last =
    seq !== null &&
    author_id !== null &&
    client_id !== null &&
    text !== null &&
    created_at !== null &&
    author
      ? toMessage(
          { chat_id, seq, author_id, client_id, text, reply_to, created_at, edited_at, deleted_at },
          author,
        )
      : null;
  return {
    id: row.id,
    kind: row.kind,
    title: row.title ?? peer?.fullname ?? "",
    image: peer?.image ?? null,
    peer,
    members_count: row.members_count,
    last_message: last,
    unread: row.unread,
    last_seq: row.last_seq,
    last_read_seq: row.last_read_seq,
    muted: row.muted,
    draft: row.draft,
  };
}

/** Who of a chat hears what a member does in it: nobody across a block. */
export async function listHearers(db: Db, chatId: number, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("chat_members")
    .innerJoin("users", "users.id", "chat_members.user_id")
    .select("user_id")
    .where("chat_id", "=", chatId)
    .where(isUnblocked(userId))
    .execute();
  return rows.map((row) => row.user_id);
}
