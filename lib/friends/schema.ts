import * as z from "zod/mini";
import { friendshipStatus, person } from "#lib/auth/schema.ts";
import { tie } from "#lib/auth/tie-schema.ts";
import { cursorText, dataOf, id, messageWith, seekListOf, timestamp } from "#lib/http/schema.ts";
import { text } from "#lib/validation/schema.ts";

/**
 * `id` is the other member's id, in every friendship call (product.md §3). `ties`: of who asks for a friendship, what
 * they have in common with the one who is asked.
 */
export const friendItem = z.object({
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

/** GET /profile/friends/counts: how long each list is. */
export const friendCounts = dataOf(
  z.object({ friends: z.int(), incoming: z.int(), outgoing: z.int() }),
);
export type FriendCounts = z.infer<typeof friendCounts>;
