/** Links by which members invite others to Kampus, to a class or to a group of theirs (D-INVITE). */
import * as z from "zod/mini";
import { dataOf, id, messageWith, timestamp } from "#lib/http/schema.ts";
import { classKey } from "#lib/members/class-key.ts";
import { optionalStudyGroup } from "#lib/members/study-group.ts";

/** A link ends with the hundredth member who comes by it. */
export const invitationUsesMax = 100;
/** Links of a member that live at the same time. */
export const liveInvitationsMax = 20;

export const invitationKind = z.enum(["kampus", "class", "group"], { error: "Site.invalid" });
export type InvitationKind = z.infer<typeof invitationKind>;

const given = { path: ["object_id"], error: "Site.required" };

/** POST /invitations. A class needs its institution and key and may name a study group; a group needs its chat. */
export const invitationInput = z
  .object({
    kind: invitationKind,
    object_id: z.optional(z.nullable(id)),
    class_key: z.optional(z.nullable(classKey)),
    group: optionalStudyGroup,
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

const object = z.object({ id, name: z.string() });

/** What an invitation leads to. All but `kind` is null where it does not apply. */
const target = {
  kind: invitationKind,
  object: z.nullable(object),
  class_key: z.nullable(z.string()),
  /** The study group that is offered. */
  group: z.nullable(z.string()),
};

/** A link, as its own member sees it. */
export const invitation = z.object({
  id,
  code: z.string(),
  /** The whole address of its page, in the language of the request. */
  url: z.string(),
  ...target,
  chat: z.nullable(z.object({ id, title: z.string() })),
  /** How many came by it. */
  uses: z.int(),
  uses_max: z.int(),
  created_at: timestamp,
  expires_at: timestamp,
});
export type Invitation = z.infer<typeof invitation>;

export const invitationMade = messageWith(invitation);
/** The live ones, newest first: no more than `liveInvitationsMax`. */
export const invitationList = dataOf(z.array(invitation));

/** GET /invitations/by-code/{code}: who invites to what. It tells of no other person. */
export const openInvitation = z.object({
  ...target,
  inviter: z.object({ name: z.string() }),
  chat: z.nullable(z.object({ title: z.string() })),
  /** How many are there already; null: not worth telling. Rounded down for visitors (D-PUBLIC-FACE): "more than". */
  total: z.nullable(z.int()),
  is_rounded: z.boolean(),
  expires_at: timestamp,
  /** Whether it is the reader's own link, and whether the reader has accepted it and is where it leads. */
  is_own: z.boolean(),
  is_accepted: z.boolean(),
  /** The group, only for who is in it. */
  chat_id: z.nullable(id),
});
export type OpenInvitation = z.infer<typeof openInvitation>;
export const openInvitationAnswer = dataOf(openInvitation);

/** Where the member goes who has accepted: to the class, into the group, or home. */
export const invitationTarget = z.object({
  kind: invitationKind,
  object_id: z.nullable(id),
  class_key: z.nullable(z.string()),
  group: z.nullable(z.string()),
  chat_id: z.nullable(id),
});
export type InvitationTarget = z.infer<typeof invitationTarget>;
export const invitationAccepted = messageWith(invitationTarget);

/** 128 bits in base64url. Any other text is no code, and is answered as a code that nobody has. */
const codeText = /^[\w-]{22}$/;
export const isInvitationCode = (code: string) => codeText.test(code);

/** A code whose shape is not looked at, so that a malformed one is answered as one that has ended. */
export const invitationCodeParams = z.object({ code: z.string() });
