/** The reference data of the forms of educations and jobs, and the years of both. */
import * as z from "zod/mini";
import { dataOf, id, idText, seekListOf } from "#lib/http/schema.ts";
import { isMissing, missingOrInvalid, text } from "#lib/validation/schema.ts";

/** A row of the reference data in the language of the request. */
export const named = z.object({ id, name: z.string() });
export type Named = z.infer<typeof named>;

export const namedList = dataOf(z.array(named));
export const yearList = dataOf(z.array(z.int()));

/** An institution found by name alone, with its kind and region. */
const placed = z.object({ id, name: z.string(), establishment: named, region: named });
export const placedList = seekListOf(placed);

/** An institution with the regions from the top one down to its own, for a form. */
export const placedAnswer = dataOf(z.extend(placed, { region_path: z.array(named) }));
export type PlacedInstitution = z.infer<typeof placedAnswer>["data"];

/** The earliest year of a start. */
export const yearMin = 1940;

/** The current year of the caller's clock, in UTC. */
export const yearNow = () => new Date().getUTCFullYear();

/** The years from the current one down to `first`. */
export function yearsSince(first = yearMin): number[] {
  const now = yearNow();
  return Array.from({ length: now - first + 1 }, (_, index) => now - index);
}

const year = z.int({ error: missingOrInvalid }).check(
  z.gte(yearMin, "Site.invalid"),
  z.refine((value) => value <= yearNow(), "Site.invalid"),
);

/** `end` is absent, null or blank for a period until now. */
export const periodFields = {
  start: year,
  end: z.optional(
    z.pipe(
      z.transform((value: unknown) => (isMissing(value) ? null : value)),
      z.nullable(year),
    ),
  ),
};

export const inOrder = ({ start, end }: { start: number; end?: number | null | undefined }) =>
  end == null || end >= start;
export const outOfOrder = { error: "Site.endBeforeStart", path: ["end"] };

/** `ordinary_schools`: only the kind whose institutions members may add where the catalogue lacks them (D-SCHOOL). */
export const establishmentsParams = z.object({ ordinary_schools: z.optional(z.enum(["true"])) });

/** `path_to`: instead, the regions from the top one down to that one. */
export const regionsParams = z.object({
  parent_id: z.optional(idText),
  path_to: z.optional(idText),
});
export const objectsParams = z.object({
  establishment_id: z.optional(idText),
  region_id: z.optional(idText),
  q: z.optional(text.check(z.maxLength(255, "Site.invalid"))),
});
export const positionsParams = z.object({ sphere_id: z.optional(idText) });
export const endParams = z.object({
  start: z.optional(
    z.pipe(z.string().check(z.regex(/^\d{4}$/, "Site.invalid")), z.transform(Number)),
  ),
});
