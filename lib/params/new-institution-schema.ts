/** An institution that the catalogue lacks, as a member enters it (D-SCHOOL). */
import * as z from "zod/mini";
import { id, messageWith } from "#lib/http/schema.ts";
import { named } from "#lib/params/schema.ts";
import { institutionName } from "#lib/validation/name-schema.ts";

/** The form and the request. */
export const newInstitution = z.object({
  establishment_id: id,
  region_id: id,
  name: institutionName,
});
export type NewInstitution = z.infer<typeof newInstitution>;

/** A school that was made, or that existed already. */
export const madeSchoolAnswer = messageWith(named);
