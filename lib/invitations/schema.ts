/** Links by which members invite others to Kampus, to a class or to a group of theirs (D-INVITE). */
import * as z from "zod/mini";
import { dataOf, id, messageWith, timestamp } from "#lib/http/schema.ts";
import { invitedTo } from "#lib/invitations/open-schema.ts";

/** A link ends with the hundredth member who accepts it. */
export const invitationUsesMax = 100;
/** Limits the links of a member that are live at the same time. */
export const liveInvitationsMax = 20;

/** A link, as its inviter sees it. */
export const invitation = z.object({
  id,
  code: z.string(),
  /** The whole address of its page, in the language of the request. */
  url: z.string(),
  ...invitedTo,
  chat: z.nullable(z.object({ id, title: z.string() })),
  /** The number of members who have accepted it. */
  uses: z.int(),
  uses_max: z.int(),
  created_at: timestamp,
  expires_at: timestamp,
});
export type Invitation = z.infer<typeof invitation>;

export const invitationMade = messageWith(invitation);
/** The live ones, newest first: no more than `liveInvitationsMax`. */
export const invitationList = dataOf(z.array(invitation));
