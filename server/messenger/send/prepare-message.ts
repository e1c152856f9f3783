/**
 * The stored values of a message besides its position: checked against the database before the chat's row is locked.
 */
import { sql } from "kysely";
import type { Mention, SendMessageInput } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/http/failure.ts";
import { messageWords } from "#server/messenger/search/message-words.ts";
import { checkMentions } from "#server/messenger/send/mentions.ts";

/** The columns of a message, and the attached media in their order. */
export interface PreparedMessage {
  text: string;
  mentions: Mention[] | null;
  /** Ids of media that existed when it was prepared; a row deleted since violates the foreign key. */
  attachments: number[];
  forwarded_from: number | null;
  /** The words by which the search finds the message (messageWords). */
  words: string[];
}

/**
 * A forwarded message takes its text and attachments along, and nothing else of the input. A plain text needs no query.
 * @throws {Failure} `invalid`: attachments of another member, invalid mentions; `not_found`: a message to forward that
 * the author does not see.
 */
export async function prepareMessage(
  db: Db,
  authorId: number,
  input: SendMessageInput,
): Promise<PreparedMessage> {
  const { chat_id, forward } = input;
  if (forward) {
    const original = await readForwarded(db, authorId, forward);
    return { ...original, mentions: null, words: messageWords(chat_id, original.text) };
  }
  const text = input.text ?? "";
  return {
    text,
    mentions: await checkMentions(db, { chatId: chat_id, authorId, text }, input.mentions ?? []),
    attachments: await ownMedia(db, authorId, input.attachments ?? []),
    forwarded_from: null,
    words: messageWords(chat_id, text),
  };
}

/** In the given order; a file that is given twice is attached once. */
async function ownMedia(db: Db, authorId: number, given: number[]): Promise<number[]> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return ids;
  const found = await db
    .selectFrom("media")
    .select("id")
    .where("id", "in", ids)
    .where("user_id", "=", authorId)
    .execute();
  if (found.length < ids.length) throw invalidField("attachments", "Messenger.attachmentMissing");
  return ids;
}

/** All messages that forward it share its media, so none is stored twice. */
async function readForwarded(
  db: Db,
  authorId: number,
  { chat_id, seq }: { chat_id: number; seq: number },
): Promise<Pick<PreparedMessage, "text" | "attachments" | "forwarded_from">> {
  const found = await sql<{ text: string; forwarded_from: number; attachments: number[] }>`
    SELECT text, coalesce(forwarded_from, author_id) AS forwarded_from, ARRAY(
      SELECT media_id FROM message_attachments AS attached
      WHERE attached.chat_id = messages.chat_id AND attached.seq = messages.seq ORDER BY position) AS attachments
    FROM messages JOIN chat_members AS me USING (chat_id)
    WHERE chat_id = ${chat_id} AND seq = ${seq} AND me.user_id = ${authorId} AND seq > me.joined_seq
      AND deleted_at IS NULL`.execute(db);
  const [original] = found.rows;
  // A message whose files were deleted with an account may be empty.
  if (!original || (original.text === "" && original.attachments.length === 0)) throw notFound();
  return original;
}
