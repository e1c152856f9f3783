import * as z from "zod/mini";
import { friendshipStatus, person } from "#lib/auth/schema.ts";
import { tie } from "#lib/auth/tie-schema.ts";
import { dataOf } from "#lib/http/schema.ts";
import { birthday } from "#lib/members/birthday-schema.ts";

/** What a profile holds. What the reader may not see counts as nothing. */
export const statistics = z.object({
  friends: z.int(),
  images: z.int(),
  media: z.int(),
  educations: z.int(),
  jobs: z.int(),
  profile_views: z.int(),
});
export type Statistics = z.infer<typeof statistics>;

/** `views_by_day`: the last 30 days (UTC), oldest first, those without views too. */
export const ownStatistics = z.extend(statistics, {
  views_by_day: z.array(z.object({ date: z.iso.date(), count: z.int() })),
});
export type OwnStatistics = z.infer<typeof ownStatistics>;

/**
 * GET /user/{id}: a member with counters, what they are to the reader, who may or may not write to them, and what
 * the two have in common.
 */
export const memberProfile = z.extend(person, {
  statistics,
  status: friendshipStatus,
  can_write: z.boolean(),
  ties: z.optional(z.array(tie)),
  /** Absent where there is none that the reader may see. */
  birthday: z.optional(birthday),
});
export type MemberProfile = z.infer<typeof memberProfile>;

export const memberProfileAnswer = dataOf(memberProfile);
