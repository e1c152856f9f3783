/** The chats with unread messages for the home page, as a part of its answer. */
import { sql } from "kysely";
import type { Image, Person } from "#lib/auth/schema.ts";
import type { ChatClass } from "#lib/members/class-key.ts";
import type { Persons } from "#server/auth/person.ts";
import { type AnswerPart, rowsColumn } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import { peerIdOf } from "#server/members/private-peer.ts";
import { groupImage, type GroupImageRow } from "#server/messenger/chats/chats.ts";
import {
  lastMessageColumn,
  type LastMessageRow,
  toLastMessage,
  writerColumn,
  type WriterRow,
} from "#server/messenger/chats/last-message.ts";
import type { Reader } from "#server/plugins/session.ts";
import {
  classOfChat,
  followedClass,
  type StoredChatClass,
  type TitledClass,
  titleIn,
  toChatClass,
} from "#server/messenger/class-chats/class-title.ts";
import { isOpenChat, unreadOf } from "#server/messenger/receipts/read-messages.ts";

const shownMax = 3;

interface UnreadChat {
  id: number;
  kind: "private" | "group";
  title: string;
  image: Image | null;
  class: ChatClass | null;
  peer: Person | null;
  unread: number;
  last_message: ReturnType<typeof toLastMessage> | null;
}

interface UnreadChats {
  newest: UnreadChat[];
  total: number;
}

interface ChatRow extends Pick<UnreadChat, "kind" | "unread">, GroupImageRow {
  title: string | null;
  followed_class: TitledClass | null;
  class_of_chat: StoredChatClass | null;
  peer: WriterRow | null;
  last: LastMessageRow | null;
}

interface Source {
  db: Db;
  persons: Persons;
  fileUrl: FileUrl;
}

/**
 * The three newest that are not muted, then muted ones, and the number of unread messages in all. Nobody from whom a
 * block separates the member is named; the chat stays in their list.
 */
export function unreadChats(
  { db, persons, fileUrl }: Source,
  reader: Reader,
): AnswerPart<UnreadChats> {
  const newest = sql`
    SELECT chats.id, chats.kind, chats.title, chats.image_key, chats.image_width, chats.image_height, chats.image_at,
      ${followedClass} AS followed_class, ${classOfChat} AS class_of_chat, ${unreadOf} AS unread,
      ${writerColumn(db, reader, peerIdOf(reader.id))} AS peer,
      ${lastMessageColumn(db, reader)} AS last
    FROM chat_members AS me JOIN chats ON chats.id = me.chat_id AND chats.last_seq > me.last_read_seq
    WHERE me.user_id = ${reader.id} AND ${unreadOf} > 0 AND ${isOpenChat}
    ORDER BY me.muted, chats.last_message_at DESC, chats.id DESC LIMIT ${shownMax}`;
  const total = sql`(
    SELECT coalesce(sum(${unreadOf}), 0)::int
    FROM chat_members AS me JOIN chats ON chats.id = me.chat_id AND chats.last_seq > me.last_read_seq
    WHERE me.user_id = ${reader.id})`;
  const toChat = ({ peer, last, ...row }: ChatRow): UnreadChat => {
    const other = peer && persons.toWriter(peer, reader.locale);
    return {
      id: row.id,
      kind: row.kind,
      title: titleIn(reader.locale, row) ?? other?.fullname ?? "",
      class: toChatClass(row.class_of_chat),
      image: row.kind === "private" ? (other?.image ?? null) : groupImage(row, fileUrl),
      peer: other,
      unread: row.unread,
      last_message: last && toLastMessage(persons, reader, last),
    };
  };
  return {
    column: sql`json_build_object('total', ${total}, 'newest', ${rowsColumn(newest)})`,
    read: (value) => {
      const { total, newest } = value as { total: number; newest: ChatRow[] }; // the type of the column above
      return { total, newest: newest.map(toChat) };
    },
  };
}
