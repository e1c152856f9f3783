import * as z from "zod/mini";
import { friendshipStatus, person } from "#lib/auth/schema.ts";
import { tie } from "#lib/auth/tie-schema.ts";
import { cursorText, dataOf, id, messageWith, seekListOf, timestamp } from "#lib/http/schema.ts";
import { text } from "#lib/validation/schema.ts";

/**
 * `id` is the other member's id in every friendship call (D-FRIENDSHIP). `ties`: what the member who sent the request
 * and the one who received it have in common.
 */
const friendItem = z.object({
  id,
  friend: person,
  created_at: timestamp,
  ties: z.optional(z.array(tie)),
});
export type FriendItem = z.infer<typeof friendItem>;

export const friendsQuery = z.object({
  q: z.optional(text.check(z.maxLength(255))),
  cursor: z.optional(cursorText),
});

export const friendList = seekListOf(friendItem);
export type FriendList = z.infer<typeof friendList>;

export const friendshipAnswer = messageWith(z.object({ status: friendshipStatus }));

/** Event `friendship`: how many requests wait for the member (absolute), and who has just accepted theirs. */
export const friendshipEvent = z.object({ pending: z.int(), accepted: z.optional(person) });
export type FriendshipEvent = z.infer<typeof friendshipEvent>;

/** GET /profile/friends/counts: the length of each list, and the number of acceptances that the member has not seen. */
export const friendCounts = dataOf(
  z.object({
    friends: z.int(),
    incoming: z.int(),
    outgoing: z.int(),
    /** Optional, because a server of the version before does not send it. */
    unseen_acceptances: z.optional(z.int()),
  }),
);
export type FriendCounts = z.infer<typeof friendCounts>;

/** At most this many acceptances are listed and counted. */
export const acceptancesMax = 50;

/** A member who accepted a request, and when (`created_at`); `seen`: the asker has seen that they did. */
export const acceptance = z.object({
  id,
  friend: person,
  created_at: timestamp,
  seen: z.boolean(),
});
export type Acceptance = z.infer<typeof acceptance>;

/** GET /profile/friends/accepted: those of the last 30 days, unseen ones first, each part newest first. */
export const acceptanceList = dataOf(z.array(acceptance));

/** POST /profile/friends/accepted/seen: the members whose acceptances were seen; other ids change nothing. */
export const acceptancesSeenInput = z.object({
  ids: z.array(id).check(z.minLength(1), z.maxLength(acceptancesMax)),
});

const unseenAcceptances = z.object({ unseen_acceptances: z.int() });

export const acceptancesSeenAnswer = dataOf(unseenAcceptances);

/**
 * Event `acceptances_seen`, published to all devices of a member who has seen some: the number left unseen (absolute).
 */
export const acceptancesSeenEvent = unseenAcceptances;
export type AcceptancesSeenEvent = z.infer<typeof acceptancesSeenEvent>;
