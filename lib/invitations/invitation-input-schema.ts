import * as z from "zod/mini";
import { id } from "#lib/http/schema.ts";
import { invitationKinds } from "#lib/invitations/open-schema.ts";
import { classKey } from "#lib/members/class-key.ts";
import { namedStudyGroup } from "#lib/members/named-study-group.ts";
import { missingOrInvalid } from "#lib/validation/schema.ts";

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
