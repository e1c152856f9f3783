import * as z from "zod/mini";
import { friendshipStatus, person } from "#lib/auth/schema.ts";
import { cursorText, id, messageWith, seekListOf, timestamp } from "#lib/http/schema.ts";

/** The members whom a member has blocked, newest first; `id` is the blocked member's id. */
export const blockedList = seekListOf(z.object({ id, person, created_at: timestamp }));
export type BlockedList = z.infer<typeof blockedList>;

export const blocksQuery = z.object({ cursor: z.optional(cursorText) });

/** Answer of blocking (`blocked`) and of unblocking (`none`, because the friendship does not come back). */
export const blockAnswer = messageWith(z.object({ status: friendshipStatus }));
