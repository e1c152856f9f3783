import * as z from "zod/mini";
import { cursorText, dataOf, id, idText, seekListOf } from "#lib/http/schema.ts";
import { text } from "#lib/validation/schema.ts";

const named = z.object({ id, name: z.string() });

/** A school, lyceum or university with its kind and its district or region. */
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

/**
 * One institution, as its page and a form need it: with its regions from the top one down to its own, how many years
 * studies there usually take, and whether members have added it (D-SCHOOL). A server of a version before does not send
 * the last two.
 */
const institutionDetails = z.extend(institution, {
  region_path: z.array(named),
  study_years: z.optional(z.int()),
  made_by_members: z.optional(z.boolean()),
});
export type InstitutionDetails = z.infer<typeof institutionDetails>;

/**
 * "More than" this many members; null for none, or for so few that a number would identify a person (D-PUBLIC-FACE).
 */
const moreThan = z.nullable(z.int());

/** A row of a list. Optional, because a server of the version before does not send it. */
const institutionRow = z.extend(institution, { members: z.optional(moreThan) });
export type InstitutionRow = z.infer<typeof institutionRow>;

export const institutionAnswer = dataOf(institutionDetails);
export const institutionList = seekListOf(institutionRow);
export type InstitutionList = z.infer<typeof institutionList>;

/**
 * What a visitor sees of the members of an institution: their number and, for the years that have enough of them, how
 * many left in `end`, newest first; those who still study (`end` null) come first, by the year in which they began.
 */
const institutionFace = z.object({
  total: moreThan,
  years: z.array(
    z.object({ start: z.nullable(z.int()), end: z.nullable(z.int()), total: z.int() }),
  ),
});
export type InstitutionFace = z.infer<typeof institutionFace>;

export const institutionFaceAnswer = dataOf(institutionFace);

/** GET /objects/popular: the institutions with the most members, and the totals that the home page may state. */
export const popularAnswer = dataOf(
  z.object({
    members: moreThan,
    institutions: z.int(),
    popular: z.array(institutionRow),
  }),
);
export type Popular = z.infer<typeof popularAnswer>["data"];
