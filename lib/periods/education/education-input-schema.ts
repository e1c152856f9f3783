import * as z from "zod/mini";
import { id } from "#lib/http/schema.ts";
import { namedStudyGroup } from "#lib/members/named-study-group.ts";
import { inOrder, outOfOrder, periodFields } from "#lib/params/schema.ts";
import { text } from "#lib/validation/schema.ts";
import { shownLine } from "#lib/validation/shown-line.ts";

/** Blank counts as absent. */
const optionalLine = z.pipe(
  z.optional(z.nullable(z.pipe(text, shownLine))),
  z.transform((value) => (value === "" ? undefined : (value ?? undefined))),
);

/** The form and the request. Apart from the answers, because only a form needs the reserved names. */
export const educationInput = z
  .object({
    establishment_id: id,
    region_id: id,
    object_id: id,
    speciality: optionalLine,
    group: namedStudyGroup,
    ...periodFields,
  })
  .check(z.refine(inOrder, outOfOrder));
export type EducationInput = z.infer<typeof educationInput>;
