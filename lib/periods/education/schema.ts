import * as z from "zod/mini";
import { dataOf, id, messageWith } from "#lib/http/schema.ts";
import { named } from "#lib/params/schema.ts";

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

export const educationList = dataOf(z.array(education));
export const educationAnswer = messageWith(education);

/** For the form: also the way from a top region down to the education's own, its own included. */
export const educationEdit = dataOf(z.extend(education, { region_path: z.array(named) }));
