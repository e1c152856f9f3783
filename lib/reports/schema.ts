import * as z from "zod/mini";
import { id } from "#lib/http/schema.ts";
import { missingOrInvalid, text } from "#lib/validation/schema.ts";

export const reportReasons = ["spam", "abuse", "fake", "other"] as const;

export const reportTextMax = 1000;

/** What a report may be about. */
export type ReportSubject = "member" | "event" | "chat" | "invitation" | "institution";

const optionalId = z.optional(z.nullable(id));

/** How many things the report is about: an event belongs to the member who is named with it. */
const countSubjects = (named: {
  user_id?: unknown;
  event_id?: unknown;
  chat_id?: unknown;
  invitation_code?: unknown;
  object_id?: unknown;
}) =>
  [named.user_id ?? named.event_id, named.chat_id, named.invitation_code, named.object_id].filter(
    (subject) => subject != null,
  ).length;

/**
 * A report to the operator about exactly one thing, for the form and the request: a member, an event of a class, a group
 * chat, an invitation or an institution. Blank words count as none.
 */
export const reportInput = z
  .object({
    user_id: optionalId,
    /** With `user_id`, an event of theirs that the report of them is about. */
    event_id: optionalId,
    chat_id: optionalId,
    /** The code as it stands in the address of the invitation; its format is not checked here. */
    invitation_code: z.optional(z.nullable(z.string())),
    object_id: optionalId,
    reason: z.enum(reportReasons, { error: missingOrInvalid }),
    text: z.pipe(
      z.optional(z.nullable(text.check(z.maxLength(reportTextMax, "Site.max1000")))),
      z.transform((value) => {
        const words = value?.trim();
        return words === "" ? undefined : words;
      }),
    ),
  })
  .check(
    z.refine((report) => countSubjects(report) > 0, { path: ["user_id"], error: "Site.required" }),
    z.refine((report) => countSubjects(report) < 2, { path: ["user_id"], error: "Site.invalid" }),
  );
export type ReportInput = z.infer<typeof reportInput>;
