import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/** A forwarded message, by its chat and the author of what it forwards. */
export interface Forward {
  chat_id: number;
  author_id: number;
}

/** Whether a reader is not shown who wrote what a message forwards. */
export type HidesOriginalAuthor = (forward: Forward, readerId: number) => boolean;

/**
 * Finds the readers from whom the authors of forwarded messages are hidden: those across a block with an author who is
 * not in the chat, where the two do not meet. No query where nothing is forwarded, or nobody reads.
 */
export async function findHiddenOriginalAuthors(
  db: Db,
  forwards: Forward[],
  readerIds: number[],
): Promise<HidesOriginalAuthor> {
  if (forwards.length === 0 || readerIds.length === 0) return () => false;
  const { rows } = await sql<Forward & { reader_id: number }>`
    SELECT DISTINCT chat_id, author_id, reader_id
    FROM unnest(${forwards.map(({ chat_id }) => chat_id)}::int[], ${forwards.map(({ author_id }) => author_id)}::int[])
      AS forward (chat_id, author_id)
    CROSS JOIN LATERAL (
      SELECT blocked_id AS reader_id FROM blocks
      WHERE blocker_id = author_id AND blocked_id = ANY (${readerIds}::int[])
      UNION ALL SELECT blocker_id FROM blocks
      WHERE blocked_id = author_id AND blocker_id = ANY (${readerIds}::int[])) AS across
    WHERE NOT EXISTS (
      SELECT FROM chat_members AS theirs
      WHERE theirs.chat_id = forward.chat_id AND theirs.user_id = author_id)`.execute(db);
  const keyOf = ({ chat_id, author_id }: Forward, readerId: number) =>
    `${chat_id} ${author_id} ${readerId}`;
  const hidden = new Set(rows.map((row) => keyOf(row, row.reader_id)));
  return (forward, readerId) => hidden.has(keyOf(forward, readerId));
}
