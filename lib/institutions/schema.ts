import * as z from "zod/mini";
import { cursorText, dataOf, id, idText, seekListOf } from "#lib/http/schema.ts";
import { text } from "#lib/validation/schema.ts";

const named = z.object({ id, name: z.string() });

/** A school, a lyceum, a university: its kind, and the district or the region that it stands in. */
export const institution = z.object({
  id,
  name: z.string(),
  establishment: named,
  region: named,
});
export type Institution = z.infer<typeof institution>;

/** `q`: words of a name in any language, in any order, each from its beginning. A region includes its districts. */
export const institutionsFilter = z.object({
  establishment_id: z.optional(idText),
  region_id: z.optional(idText),
  q: z.optional(text.check(z.maxLength(255))),
  cursor: z.optional(cursorText),
});
export type InstitutionsFilter = z.infer<typeof institutionsFilter>;

/** One by its id, with its regions from the top one down to its own, as a form asks for them. */
export const institutionDetails = z.extend(institution, { region_path: z.array(named) });
export type InstitutionDetails = z.infer<typeof institutionDetails>;

export const institutionAnswer = dataOf(institutionDetails);
export const institutionList = seekListOf(institution);
export type InstitutionList = z.infer<typeof institutionList>;
