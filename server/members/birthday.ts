/** The birthday in the row of `users` at hand, and who sees it (D-BIRTHDAY). */
import { type RawBuilder, sql } from "kysely";
import type { Birthday, BirthdayAudience } from "#lib/members/birthday-schema.ts";
import { isUnblocked } from "#server/visibility.ts";

export const birthdayOf: RawBuilder<Birthday | null> = sql`
  CASE WHEN users.birth_month IS NOT NULL
    THEN json_build_object('day', users.birth_day, 'month', users.birth_month) END`;

/** Friends once there is a birthday, unless its member has chosen. */
export const birthdayAudienceOf: RawBuilder<BirthdayAudience> = sql`
  coalesce(users.privacy_birthday, CASE WHEN users.birth_month IS NULL THEN 'nobody' ELSE 'friends' END)`;

const isFriend = (readerId: number) => sql<boolean>`EXISTS (
  SELECT FROM friendships
  WHERE low_user = least(users.id, ${readerId}) AND high_user = greatest(users.id, ${readerId})
    AND accepted_at IS NOT NULL)`;

/** Two educations, `mine` and `theirs`, are of one class (D-CLASS). */
export const isSameClass = sql<boolean>`(
  theirs.object_id = mine.object_id
  AND coalesce(theirs.end_year, 9999) = coalesce(mine.end_year, 9999)
  AND (theirs.end_year IS NOT NULL OR theirs.start_year = mine.start_year))`;

const isClassmate = (readerId: number) => sql<boolean>`EXISTS (
  SELECT FROM educations AS mine JOIN educations AS theirs ON ${isSameClass}
  WHERE mine.user_id = ${readerId} AND theirs.user_id = users.id)`;

/** Whether the reader may see it; friends are among those whom `classmates` means, and nobody sees across a block. */
export const isBirthdayVisible = (readerId: number): RawBuilder<boolean> => sql`(
  users.id = ${readerId} OR CASE ${birthdayAudienceOf}
    WHEN 'friends' THEN ${isFriend(readerId)}
    WHEN 'classmates' THEN ${isUnblocked(readerId)}
      AND (${isFriend(readerId)} OR ${isClassmate(readerId)})
    ELSE false END)`;
