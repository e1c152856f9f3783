/**
 * Decides who sees what of a member, by the member's settings: one rule for every answer (SEC-P1, SEC-P2). The telephone
 * and the mail address are no subject here: no answer shows them to anybody else, so they have no setting.
 */
import { type RawBuilder, sql } from "kysely";
import { openEnd } from "#server/members/study-years.ts";

export type PrivateSubject = ProfileSection | "friends" | "last_seen" | "messages";

/** Sections of a profile, for which "classmates" is a choice too (D-SECTIONS). */
export type ProfileSection = "images" | "educations" | "jobs" | "media";

/** The reader: null is a visitor, who sees what everybody may see. */
export type ReaderId = number | null;

/**
 * Whether the reader, given by id or as an SQL column of ids, may see the subject of the member in the current row of `users`. Members
 * always see their own, and nobody sees anything across a block, which has ended a friendship.
 */
export function isVisible(
  subject: PrivateSubject,
  readerId: ReaderId | RawBuilder<number>,
): RawBuilder<boolean> {
  const audience = sql.ref(`users.privacy_${subject}`);
  if (readerId === null) return sql<boolean>`${audience} = 'everyone'`;
  return isInAudience(audience, readerId);
}

/** Whether the reader belongs to an audience, or is the member in the current row of `users`. */
export const isInAudience = (
  audience: RawBuilder<unknown>,
  readerId: number | RawBuilder<number>,
): RawBuilder<boolean> => sql<boolean>`(
  users.id = ${readerId} OR CASE ${audience}
    WHEN 'everyone' THEN ${isUnblocked(readerId)}
    WHEN 'classmates' THEN ${isFriend(readerId)} OR (${isClassmate(readerId)} AND ${isUnblocked(readerId)})
    WHEN 'friends' THEN ${isFriend(readerId)}
    ELSE false
  END)`;

/** Whether the reader is a friend of the member in the current row of `users`. */
export const isFriend = (readerId: number | RawBuilder<number>) => sql<boolean>`EXISTS (
  SELECT FROM friendships
  WHERE low_user = least(users.id, ${readerId}) AND high_user = greatest(users.id, ${readerId})
    AND accepted_at IS NOT NULL)`;

/**
 * Whether the reader and the member in the current row of `users` have educations in one class (D-CLASS). An education
 * that is hidden from classmates makes nobody a classmate: otherwise what becomes visible would reveal it (D-SECTIONS).
 */
const isClassmate = (readerId: number | RawBuilder<number>) => sql<boolean>`(
  users.privacy_educations IN ('everyone', 'classmates') AND EXISTS (
    SELECT FROM educations AS theirs
    JOIN educations AS mine ON ${isSameClass}
    WHERE theirs.user_id = users.id AND mine.user_id = ${readerId}))`;

/** Whether two educations, `mine` and `theirs`, belong to one class (D-CLASS). */
const isSameClass = sql<boolean>`(
  theirs.object_id = mine.object_id
  AND coalesce(theirs.end_year, ${sql.lit(openEnd)}) = coalesce(mine.end_year, ${sql.lit(openEnd)})
  AND (theirs.end_year IS NOT NULL OR theirs.start_year = mine.start_year))`;

/** Whether neither the member in the current row of `users` nor the reader has blocked the other. */
export const isUnblocked = (
  readerId: ReaderId | RawBuilder<number>,
): RawBuilder<boolean> => sql<boolean>`NOT EXISTS (
  SELECT FROM blocks
  WHERE (blocker_id = users.id AND blocked_id = ${readerId})
    OR (blocker_id = ${readerId} AND blocked_id = users.id))`;

/** The members on the other side of a block, in either direction. */
export const blockedWith = (readerId: number): RawBuilder<{ user_id: number }> => sql`(
  SELECT blocked_id AS user_id FROM blocks WHERE blocker_id = ${readerId}
  UNION SELECT blocker_id FROM blocks WHERE blocked_id = ${readerId})`;

/** Whether `authorId` may write to the member in the current row of `users`; nobody writes to themselves. */
export const mayWrite = (authorId: number | RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`(users.id <> ${authorId} AND ${isVisible("messages", authorId)})`;
