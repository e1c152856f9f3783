/** Who sees what of a member, as the member has decided: one rule for every answer (SEC-P1, SEC-P2). */
import { type RawBuilder, sql } from "kysely";

export type PrivateSubject = "friends" | "media" | "last_seen" | "messages";

/** Who asks: null is a visitor, who sees what everybody sees. */
export type ReaderId = number | null;

/**
 * Whether `readerId`, who may be a column, may see the subject of the member in the row of `users` at hand. Members
 * always see their own, and nobody sees anything across a block, which has ended a friendship.
 */
export function isVisible(
  subject: PrivateSubject,
  readerId: ReaderId | RawBuilder<number>,
): RawBuilder<boolean> {
  const audience = sql.ref(`users.privacy_${subject}`);
  if (readerId === null) return sql<boolean>`${audience} = 'everyone'`;
  return sql<boolean>`(
    users.id = ${readerId} OR CASE ${audience}
      WHEN 'everyone' THEN ${isUnblocked(readerId)}
      WHEN 'friends' THEN EXISTS (
        SELECT FROM friendships
        WHERE low_user = least(users.id, ${readerId}) AND high_user = greatest(users.id, ${readerId})
          AND accepted_at IS NOT NULL)
      ELSE false
    END)`;
}

/** Whether neither the member in the row of `users` at hand nor the reader has blocked the other. */
export const isUnblocked = (
  readerId: ReaderId | RawBuilder<number>,
): RawBuilder<boolean> => sql<boolean>`NOT EXISTS (
  SELECT FROM blocks
  WHERE (blocker_id = users.id AND blocked_id = ${readerId})
    OR (blocker_id = ${readerId} AND blocked_id = users.id))`;

/** Whether `authorId` may write to the member in the row of `users` at hand; nobody writes to themselves. */
export const mayWrite = (authorId: number | RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`(users.id <> ${authorId} AND ${isVisible("messages", authorId)})`;
