import * as z from "zod/mini";
import { dataOf, id, messageWith } from "#lib/http/schema.ts";
import { namedStudyGroup } from "#lib/members/named-study-group.ts";
import { inOrder, named, outOfOrder, periodFields } from "#lib/params/schema.ts";
import { text } from "#lib/validation/schema.ts";
import { shownLine } from "#lib/validation/shown-line.ts";

/** Where a member studied: at an institution of a kind in a region, from a year to a year or until now. */
export const education = z.object({
  id,
  establishment: named,
  region: named,
  object: named,
  speciality: z.optional(z.string()),
  /** The class letter or study group, as the member wrote it. */
  group: z.optional(z.string()),
  start: z.int(),
  end: z.nullable(z.int()),
});
export type Education = z.infer<typeof education>;

/** Blank counts as absent. */
const optionalLine = z.pipe(
  z.optional(z.nullable(z.pipe(text, shownLine))),
  z.transform((value) => (value === "" ? undefined : (value ?? undefined))),
);

/** The form and the request. */
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

export const educationList = dataOf(z.array(education));
export const educationAnswer = messageWith(education);

/** For the form: also the way from a top region down to the education's own, its own included. */
export const educationEdit = dataOf(z.extend(education, { region_path: z.array(named) }));
