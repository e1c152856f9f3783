/** What the page of an invitation reads (D-INVITE), apart from what the inviter sends, so that visitors load less. */
import * as z from "zod/mini";
import { dataOf, id, messageWith, timestamp } from "#lib/http/schema.ts";

export const invitationKinds = ["kampus", "class", "group"] as const;
const invitationKind = z.enum(invitationKinds);
export type InvitationKind = z.infer<typeof invitationKind>;

const year = z.nullable(z.int());

/** The target of an invitation. All but `kind` is null where it does not apply. */
export const invitedTo = {
  kind: invitationKind,
  object: z.nullable(z.object({ id, name: z.string() })),
  class_key: z.nullable(z.string()),
  /** The years of the class: one of the two is null. */
  start: year,
  end: year,
  /** The study group that is offered. */
  group: z.nullable(z.string()),
};

/** GET /invitations/by-code/{code}: who invites, and to what. It names no other person. */
const openInvitation = z.object({
  ...invitedTo,
  inviter: z.object({ name: z.string() }),
  chat: z.nullable(z.object({ title: z.string() })),
  /**
   * The number of members there already; null: too small to show. Rounded down for visitors (D-PUBLIC-FACE): "more
   * than".
   */
  total: z.nullable(z.int()),
  is_rounded: z.boolean(),
  expires_at: timestamp,
  /** Whether the link is the reader's own, and whether the reader has accepted it and belongs to its target. */
  is_own: z.boolean(),
  is_accepted: z.boolean(),
  /** The group; null for readers who are not in it. */
  chat_id: z.nullable(id),
});
export type OpenInvitation = z.infer<typeof openInvitation>;
export const openInvitationAnswer = dataOf(openInvitation);

/** Where a member goes after accepting: to the class, into the group, or home. */
const invitationTarget = z.object({
  kind: invitationKind,
  object_id: z.nullable(id),
  class_key: z.nullable(z.string()),
  group: z.nullable(z.string()),
  chat_id: z.nullable(id),
});
export type InvitationTarget = z.infer<typeof invitationTarget>;
export const invitationAccepted = messageWith(invitationTarget);

/** The shape of the code is not checked, so that a malformed one is answered as one that has ended. */
export const invitationCodeParams = z.object({ code: z.string() });
