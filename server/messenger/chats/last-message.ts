/** The last message of a chat for pages outside the messenger, as a column of their queries. */
import { sql } from "kysely";
import type * as z from "zod/mini";
import type { Person } from "#lib/auth/schema.ts";
import type { lastMessage } from "#lib/members/last-message-schema.ts";
import { personColumns, type Persons, type StoredPerson } from "#server/auth/person.ts";
import { rowColumn } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import type { Reader } from "#server/plugins/session.ts";

const textLengthMax = 200;

export type WriterRow = StoredPerson & { deleted_at: string | null };

type LastMessage = Omit<z.infer<typeof lastMessage>, "author"> & { author: Person };

/** As `lastMessageColumn` selects it. */
export type LastMessageRow = Omit<LastMessage, "author"> & { author: WriterRow };

/** The member as an author, in one column; of a deleted account only that fact. */
export const writerColumn = (db: Db, reader: Reader, id: ReturnType<typeof sql>) =>
  rowColumn(
    sql`${db
      .selectFrom("users")
      .select([...personColumns(reader.id), "users.deleted_at"])
      .where(sql<boolean>`users.id = ${id}`)}`,
  );

/** Of the rows `me` and `chats` of a query. A member who joined after the last message does not see it: null. */
export const lastMessageColumn = (db: Db, reader: Reader) =>
  rowColumn(sql`
    SELECT CASE WHEN messages.deleted_at IS NULL THEN left(messages.text, ${textLengthMax}) ELSE '' END AS text,
      messages.deleted_at IS NOT NULL AS deleted, messages.created_at,
      ${writerColumn(db, reader, sql`messages.author_id`)} AS author,
      (SELECT coalesce(json_agg(media.kind ORDER BY position), '[]')
        FROM message_attachments JOIN media ON media.id = media_id
        WHERE message_attachments.chat_id = messages.chat_id AND message_attachments.seq = messages.seq
          AND messages.deleted_at IS NULL) AS attachments
    FROM messages
    WHERE messages.chat_id = chats.id AND messages.seq = chats.last_seq AND chats.last_seq > me.joined_seq`);

export const toLastMessage = (
  persons: Persons,
  reader: Reader,
  { author, created_at, ...said }: LastMessageRow,
): LastMessage => ({
  ...said,
  author: persons.toWriter(author, reader.locale),
  created_at: new Date(created_at).toISOString(),
});
