import * as z from "zod/mini";
import { id } from "#lib/http/schema.ts";
import { text } from "#lib/validation/schema.ts";

export const reportReasons = ["spam", "abuse", "fake", "other"] as const;

export const reportTextMax = 1000;

/** A report about a member to the operator, for the form and the request. Blank words count as none. */
export const reportInput = z.object({
  user_id: id,
  /** An event of theirs that it is about. */
  event_id: z.optional(z.nullable(id)),
  reason: z.enum(reportReasons, { error: "Site.required" }),
  text: z.pipe(
    z.optional(z.nullable(text.check(z.maxLength(reportTextMax, "Site.max1000")))),
    z.transform((value) => {
      const words = value?.trim();
      return words === "" ? undefined : words;
    }),
  ),
});
export type ReportInput = z.infer<typeof reportInput>;
