/** The chats with unread messages for the home page, as a part of its answer. */
import { sql } from "kysely";
import type { MediaKind } from "#lib/files/schema.ts";
import type { Image, Person } from "#lib/auth/schema.ts";
import type { ChatClass } from "#lib/members/class-key.ts";
import { personColumns, type Persons, type StoredPerson } from "#server/auth/person.ts";
import { type AnswerPart, rowColumn, rowsColumn } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import { groupImage, type GroupImageRow } from "#server/messenger/chats/chats.ts";
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
const textLengthMax = 200;

interface UnreadMessage {
  author: Pick<Person, "id" | "fullname">;
  text: string;
  attachments: MediaKind[];
  deleted: boolean;
  created_at: string;
}

interface UnreadChat {
  id: number;
  kind: "private" | "group";
  title: string;
  image: Image | null;
  class: ChatClass | null;
  peer: Person | null;
  unread: number;
  last_message: UnreadMessage | null;
}

interface UnreadChats {
  newest: UnreadChat[];
  total: number;
}

type WriterRow = StoredPerson & { deleted_at: string | null };

interface ChatRow extends Pick<UnreadChat, "kind" | "unread">, GroupImageRow {
  title: string | null;
  followed_class: TitledClass | null;
  class_of_chat: StoredChatClass | null;
  peer: WriterRow | null;
  last: (Omit<UnreadMessage, "author"> & { author: WriterRow }) | null;
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
      ${followedClass} AS followed_class, ${classOfChat} AS class_of_chat, ${unreadOf} AS unread, ${writer(db, reader, sql`CASE WHEN chats.private_low = ${reader.id} THEN chats.private_high ELSE chats.private_low END`)} AS peer,
      ${lastMessage(db, reader)} AS last
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
      last_message: last && {
        ...last,
        author: persons.toWriter(last.author, reader.locale),
        created_at: new Date(last.created_at).toISOString(),
      },
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

/** The author; of a deleted account only that fact. */
const writer = (db: Db, reader: Reader, id: ReturnType<typeof sql>) =>
  rowColumn(
    sql`${db
      .selectFrom("users")
      .select([...personColumns(reader.id), "users.deleted_at"])
      .where(sql<boolean>`users.id = ${id}`)}`,
  );

/** A member who joined after the last message does not see it. */
const lastMessage = (db: Db, reader: Reader) =>
  rowColumn(sql`
    SELECT CASE WHEN messages.deleted_at IS NULL THEN left(messages.text, ${textLengthMax}) ELSE '' END AS text,
      messages.deleted_at IS NOT NULL AS deleted, messages.created_at,
      ${writer(db, reader, sql`messages.author_id`)} AS author,
      (SELECT coalesce(json_agg(media.kind ORDER BY position), '[]')
        FROM message_attachments JOIN media ON media.id = media_id
        WHERE message_attachments.chat_id = messages.chat_id AND message_attachments.seq = messages.seq
          AND messages.deleted_at IS NULL) AS attachments
    FROM messages
    WHERE messages.chat_id = chats.id AND messages.seq = chats.last_seq AND chats.last_seq > me.joined_seq`);
