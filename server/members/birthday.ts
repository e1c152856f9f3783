/** The birthday in the current row of `users`, and who sees it (D-BIRTHDAY). */
import { type RawBuilder, sql } from "kysely";
import type { Birthday, BirthdayAudience } from "#lib/members/birthday-schema.ts";
import { isInAudience } from "#server/visibility.ts";

export const birthdayOf: RawBuilder<Birthday | null> = sql`
  CASE WHEN users.birth_month IS NOT NULL
    THEN json_build_object('day', users.birth_day, 'month', users.birth_month) END`;

/** Friends once there is a birthday, unless the member has chosen. */
export const birthdayAudienceOf: RawBuilder<BirthdayAudience> = sql`
  coalesce(users.privacy_birthday, CASE WHEN users.birth_month IS NULL THEN 'nobody' ELSE 'friends' END)`;

/** Whether the reader may see it. */
export const isBirthdayVisible = (readerId: number): RawBuilder<boolean> =>
  isInAudience(birthdayAudienceOf, readerId);
