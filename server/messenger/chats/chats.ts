import type { Chat, ChatKind, ChatList, Message } from "#lib/messenger/contract/schema.ts";
import { imageFiles } from "#lib/browser/image-files.ts";
import type { Image, Person } from "#lib/auth/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import { seekPage } from "#server/http/cursor.ts";
import type { Db } from "#server/db/database.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import {
  type ChatFilter,
  chatPlace,
  type StoredChat,
  chatsPerPage,
  readChatRows,
} from "#server/messenger/chats/chat-rows.ts";
import type { Reader } from "#server/plugins/session.ts";
import { titleIn, toChatClass } from "#server/messenger/class-chats/class-title.ts";
import { messageColumns, type ShowMessages } from "#server/messenger/history/show-messages.ts";

/** The dependencies of answers about chats. */
export interface ChatSource {
  db: Db;
  persons: Persons;
  fileUrl: FileUrl;
  show: ShowMessages;
}

/**
 * Chats of a member: pinned ones first, each part by newest message; a chat without messages is ordered by its
 * creation.
 */
export async function listChats(
  source: ChatSource,
  reader: Reader,
  filter: ChatFilter,
): Promise<ChatList> {
  const { db, persons, show, fileUrl } = source;
  const rows = await readChatRows(db, reader.id, filter);
  const page = rows.slice(0, chatsPerPage);
  const last = await show(reader, await lastMessages(db, page.filter(hasMessages)));
  const people = await persons.findAll(
    reader,
    page.flatMap(({ peer_id }) => peer_id ?? []),
  );
  const lastOf = new Map(last.map((message) => [message.chat_id, message]));
  return seekPage(
    rows,
    chatsPerPage,
    (row) => toChat(row, { locale: reader.locale, fileUrl, people, last: lastOf.get(row.id) }),
    chatPlace,
  );
}

export async function findChat(
  source: ChatSource,
  reader: Reader,
  chatId: number,
  kind?: ChatKind,
): Promise<Chat | undefined> {
  return (await listChats(source, reader, { chatIds: [chatId], kind })).data[0];
}

/** A member who joined after the last message does not see it. */
const hasMessages = ({ last_seq, joined_seq }: StoredChat) => last_seq > joined_seq;

function lastMessages(db: Db, chats: StoredChat[]) {
  if (chats.length === 0) return [];
  return db
    .selectFrom("messages")
    .innerJoin("chats", (join) =>
      join.onRef("chats.id", "=", "messages.chat_id").onRef("chats.last_seq", "=", "messages.seq"),
    )
    .select(messageColumns)
    .where(
      "chats.id",
      "in",
      chats.map((chat) => chat.id),
    )
    .execute();
}

interface ShownWith {
  locale: string;
  fileUrl: FileUrl;
  people: Map<number, Person>;
  last: Message | undefined;
}

function toChat(row: StoredChat, { locale, fileUrl, people, last }: ShownWith): Chat {
  const peer = row.peer_id === null ? null : (people.get(row.peer_id) ?? null);
  return {
    id: row.id,
    kind: row.kind,
    title: titleIn(locale, row) ?? peer?.fullname ?? "",
    image: row.kind === "private" ? (peer?.image ?? null) : groupImage(row, fileUrl),
    class: toChatClass(row.class_of_chat),
    peer,
    members_count: row.members_count,
    role: row.role,
    last_message: last ?? null,
    unread: row.unread,
    last_seq: row.last_seq,
    last_read_seq: row.last_read_seq,
    last_change: row.last_change,
    peers_read_seq: row.peers_read_seq,
    peers_delivered_seq: row.peers_delivered_seq,
    muted: row.muted,
    pinned: row.pinned,
    draft: row.draft,
    draft_version: row.draft_version,
    draft_mentions: row.draft_mentions ?? [],
    draft_seq: row.draft_seq,
  };
}

export interface GroupImageRow {
  id: number;
  image_key: string | null;
  image_width: number | null;
  image_height: number | null;
  /** A text where the row comes as JSON. */
  image_at: Date | string | null;
}

export function groupImage(
  { id, image_key, image_width: width, image_height: height, image_at }: GroupImageRow,
  fileUrl: FileUrl,
): Image | null {
  if (image_key === null || width === null || height === null || image_at === null) return null;
  return {
    id,
    url: fileUrl(image_key, imageFiles.full),
    thumb_url: fileUrl(image_key, imageFiles.grid),
    width,
    height,
    is_main: true,
    created_at: new Date(image_at).toISOString(),
  };
}
