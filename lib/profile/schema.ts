import * as z from "zod/mini";
import { friendshipStatus, person } from "#lib/auth/schema.ts";
import { tie } from "#lib/auth/tie-schema.ts";
import { dataOf } from "#lib/http/schema.ts";
import { birthday } from "#lib/members/birthday-schema.ts";

/** The counters of a profile. Sections that the reader may not see count as empty. */
export const statistics = z.object({
  friends: z.int(),
  images: z.int(),
  media: z.int(),
  educations: z.int(),
  jobs: z.int(),
  profile_views: z.int(),
});
export type Statistics = z.infer<typeof statistics>;

/** `views_by_day`: the last 30 days (UTC), oldest first, including days without views. */
export const ownStatistics = z.extend(statistics, {
  views_by_day: z.array(z.object({ date: z.iso.date(), count: z.int() })),
});
export type OwnStatistics = z.infer<typeof ownStatistics>;

/**
 * GET /user/{id}: a member with counters, their friendship status with the reader, whether the reader may write to
 * them, and the ties of the two.
 */
const memberProfile = z.extend(person, {
  statistics,
  status: friendshipStatus,
  can_write: z.boolean(),
  ties: z.optional(z.array(tie)),
  /** Absent without a birthday that the reader may see. */
  birthday: z.optional(birthday),
});
export type MemberProfile = z.infer<typeof memberProfile>;

export const memberProfileAnswer = dataOf(memberProfile);
