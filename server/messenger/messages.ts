import { type Selectable, sql } from "kysely";
import type { Person } from "#lib/auth/schema.ts";
import type { ChatKind, Message, SendMessageInput } from "#lib/messenger/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import { brokenConstraint, type Db } from "#server/db/database.ts";
import { Failure } from "#server/failure.ts";
import { isUnblocked, mayWrite } from "#server/visibility.ts";
import type { MessengerTables } from "#server/messenger/tables.ts";

export type MessageRow = Selectable<MessengerTables["messages"]>;

export function toMessage(row: MessageRow, author: Person): Message {
  return {
    chat_id: row.chat_id,
    seq: row.seq,
    client_id: row.client_id,
    author,
    text: row.text,
    attachments: [],
    reply_to: row.reply_to,
    reactions: [],
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}

export interface SentMessage {
  message: Message;
  /** This client_id was stored before, and that message is answered. */
  repeated: boolean;
  /** The members of the chat who are to be told now: nobody when repeated. */
  toldIds: number[];
}

/**
 * Stores a message under the chat's next seq. Undefined when the author is not in such a chat, the other of the two has
 * deleted their account, or `reply_to` names no message of it. @throws {Failure} `forbidden` by one who accepts no
 * messages of the author, and across a block.
 */
export async function storeMessage(
  db: Db,
  persons: Persons,
  authorId: number,
  kind: ChatKind,
  input: SendMessageInput,
): Promise<SentMessage | undefined> {
  // As everybody sees them: the message is told to all of the chat.
  const author = await persons.find(null, authorId);
  if (!author) return undefined;
  const sentBefore = async (): Promise<SentMessage | undefined> => {
    const row = await findByClientId(db, authorId, kind, input);
    return row && { message: toMessage(row, author), repeated: true, toldIds: [] };
  };
  const repeated = await sentBefore();
  if (repeated) return repeated;
  try {
    const stored = await insertMessage(db, authorId, kind, input);
    return (
      stored && {
        message: toMessage(stored, author),
        repeated: false,
        toldIds: stored.member_ids,
      }
    );
  } catch (error) {
    // The same client_id on another connection was faster: its message is the one.
    const winner =
      brokenConstraint(error) === "messages_client_id" ? await sentBefore() : undefined;
    if (!winner) throw error;
    return winner;
  }
}

function findByClientId(
  db: Db,
  authorId: number,
  kind: ChatKind,
  input: SendMessageInput,
): Promise<MessageRow | undefined> {
  return db
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .innerJoin("chat_members", (join) =>
      join
        .onRef("chat_members.chat_id", "=", "messages.chat_id")
        .onRef("chat_members.user_id", "=", "messages.author_id"),
    )
    .selectAll("messages")
    .where("messages.chat_id", "=", input.chat_id)
    .where("messages.author_id", "=", authorId)
    .where("messages.client_id", "=", input.client_id)
    .where("chats.kind", "=", kind)
    .executeTakeFirst();
}

type StoredRow = MessageRow & { member_ids: number[] };
interface RefusedRow {
  refused_by: "own block" | "block" | "friends" | "nobody";
}

const refusals = {
  "own block": "Errors.memberIsBlocked",
  // Whom the other has blocked is not told so.
  block: "Errors.cannotWrite",
  friends: "Errors.writtenByFriendsOnly",
  nobody: "Errors.writtenByNobody",
};

/**
 * One statement: the chat's row lock orders those who write at once, so seq has no gaps and follows the commits; and
 * nothing is stored that its reader does not accept.
 */
async function insertMessage(
  db: Db,
  authorId: number,
  kind: ChatKind,
  input: SendMessageInput,
): Promise<StoredRow | undefined> {
  const { chat_id, client_id, text, reply_to = null } = input;
  const result = await sql<(StoredRow & { refused_by: null }) | RefusedRow>`
    WITH chat AS (
      SELECT id, (
        SELECT CASE WHEN ${isUnblocked(authorId)} THEN privacy_messages
          WHEN EXISTS (SELECT FROM blocks WHERE blocker_id = ${authorId} AND blocked_id = users.id) THEN 'own block'
          ELSE 'block' END
        FROM users
        WHERE users.id = CASE WHEN private_low = ${authorId} THEN private_high ELSE private_low END
          AND NOT ${mayWrite(authorId)}) AS refused_by
      FROM chats
      WHERE id = ${chat_id} AND kind = ${kind}
        AND EXISTS (SELECT FROM chat_members WHERE chat_id = ${chat_id} AND user_id = ${authorId})
        AND NOT EXISTS (SELECT FROM users WHERE users.id IN (private_low, private_high) AND deleted_at IS NOT NULL)
        AND (${reply_to}::int IS NULL OR EXISTS (SELECT FROM messages WHERE chat_id = ${chat_id} AND seq = ${reply_to}::int))
    ), numbered AS (
      UPDATE chats SET last_seq = last_seq + 1, last_message_at = clock_timestamp()
      FROM chat WHERE chats.id = chat.id AND chat.refused_by IS NULL
      RETURNING chats.id, last_seq, last_message_at
    ), stored AS (
      INSERT INTO messages (chat_id, seq, author_id, client_id, text, reply_to, created_at)
      SELECT id, last_seq, ${authorId}, ${client_id}::uuid, ${text}, ${reply_to}::int, last_message_at FROM numbered
      RETURNING *
    )
    SELECT chat.refused_by, stored.*, ARRAY(SELECT user_id FROM chat_members WHERE chat_id = chat.id) AS member_ids
    FROM chat LEFT JOIN stored ON true`.execute(db);
  const [row] = result.rows;
  if (row && row.refused_by !== null)
    throw new Failure("forbidden", { messageKey: refusals[row.refused_by] });
  return row;
}
