/**
 * The contract of the marks that a member sets on chats (muted, pinned, unread), of drafts, and of receipts of
 * delivery.
 */
import * as z from "zod/mini";
import { id, idMax, messageWith } from "#lib/http/schema.ts";
import { chat, mention, mentions, writtenText } from "#lib/messenger/contract/schema.ts";
import { missingOrInvalid } from "#lib/validation/schema.ts";

export const muteInput = z.object({ muted: z.boolean() });
export const pinInput = z.object({ pinned: z.boolean() });

/** The message that is the first unread one from then on. */
export const markUnreadInput = z.object({ seq: id });

export const chatMarked = messageWith(chat);

/** `version` is that of the draft which was changed. */
export const draftInput = z.object({
  text: writtenText,
  mentions,
  version: z
    .int({ error: missingOrInvalid })
    .check(z.gte(0, "Site.invalid"), z.lte(idMax, "Site.invalid")),
});
export type DraftInput = z.infer<typeof draftInput>;

/** The draft after the request: the one sent, or a newer one of another device, which was not overwritten. */
export const draftState = z.object({
  text: z.string(),
  version: z.int(),
  mentions: z.optional(z.array(mention)),
  /** See `draft_seq` of a chat. */
  seq: z.optional(z.int()),
});
export type DraftState = z.infer<typeof draftState>;
export const draftAnswer = messageWith(draftState);

/** Frame `delivered` of a client: how far it has received its chats. */
export const deliveredFrame = z
  .array(z.object({ chat_id: id, seq: id }))
  .check(z.minLength(1), z.maxLength(100));
export type DeliveredFrame = z.infer<typeof deliveredFrame>;
