/** Links by which members invite others to Kampus, to a class or to a group of theirs (D-INVITE). */
import * as z from "zod/mini";
import { dataOf, id, messageWith, timestamp } from "#lib/http/schema.ts";
import { invitationKinds, invitedTo } from "#lib/invitations/open-schema.ts";
import { classKey } from "#lib/members/class-key.ts";
import { namedStudyGroup } from "#lib/members/named-study-group.ts";
import { missingOrInvalid } from "#lib/validation/schema.ts";

/** A link ends with the hundredth member who accepts it. */
export const invitationUsesMax = 100;
/** Limits the links of a member that are live at the same time. */
export const liveInvitationsMax = 20;

const given = { path: ["object_id"], error: "Site.required" };

/** POST /invitations. A class needs its institution and key and may name a study group; a group needs its chat. */
export const invitationInput = z
  .object({
    kind: z.enum(invitationKinds, { error: missingOrInvalid }),
    object_id: z.optional(z.nullable(id)),
    class_key: z.optional(z.nullable(classKey)),
    group: namedStudyGroup,
    chat_id: z.optional(z.nullable(id)),
  })
  .check(
    z.refine(({ kind, object_id }) => kind !== "class" || object_id, given),
    z.refine(({ kind, class_key }) => kind !== "class" || class_key, {
      ...given,
      path: ["class_key"],
    }),
    z.refine(({ kind, chat_id }) => kind !== "group" || chat_id, { ...given, path: ["chat_id"] }),
  );
export type InvitationInput = z.infer<typeof invitationInput>;

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
