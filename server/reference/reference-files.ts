/** The files of data/ that the reference tables are loaded from (docs/reference-data.md). */
import { z } from "zod";
import { idMax } from "#lib/http/schema.ts";

const id = z.int().min(1).max(idMax);
const name = z.string().trim().min(1).max(500);
const locale = z.string().regex(/^[a-z]{2,3}(-[A-Za-z\d]+)*$/, "not a locale");
const names = z
  .record(locale, name)
  .refine((given) => Object.keys(given).length > 0, "a name in at least one language is needed");

/** Kinds of institution, in the order of the lists. `source`: SVG markup of the icon. */
export const establishment = z.strictObject({ id, names, source: z.string().max(8192) });

/** A region; with `parent_id` a part of one, as a district is. */
export const region = z.strictObject({ id, parent_id: id.optional(), names });

/** `aliases`: abbreviations and former names that a search finds it by. */
export const institutionEntry = z.strictObject({
  id,
  establishment_id: id,
  region_id: id,
  names,
  aliases: z.array(name).optional(),
});

export const sphere = z.strictObject({ id, names });
export const position = z.strictObject({ id, sphere_id: id, names });

export interface ReferenceFiles {
  establishments: z.infer<typeof establishment>[];
  regions: z.infer<typeof region>[];
  institutions: z.infer<typeof institutionEntry>[];
  spheres: z.infer<typeof sphere>[];
  positions: z.infer<typeof position>[];
}
