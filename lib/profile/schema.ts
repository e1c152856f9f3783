import { z } from "zod";
import { friendshipStatus, person } from "#lib/auth/schema.ts";
import { dataOf } from "#lib/http/schema.ts";

export const statistics = z.object({ friends: z.int() });

/** GET /user/{id}: a member with counters and what they are to the one who asks. */
export const memberProfile = person.extend({
  statistics,
  status: friendshipStatus,
});
export type MemberProfile = z.infer<typeof memberProfile>;

export const memberProfileAnswer = dataOf(memberProfile);
