import * as z from "zod/mini";
import { dataOf, id, messageWith } from "#lib/http/schema.ts";
import { inOrder, named, outOfOrder, periodFields } from "#lib/params/schema.ts";
import { requiredText } from "#lib/validation/schema.ts";
import { shownLine } from "#lib/validation/shown-line.ts";

/** Where a member worked: as what, at which company, where, from a year to a year or until now. */
export const job = z.object({
  id,
  sphere: named,
  position: named,
  region: named,
  company: z.string(),
  start: z.int(),
  end: z.nullable(z.int()),
});
export type Job = z.infer<typeof job>;

/** The form and the request. */
export const jobInput = z
  .object({
    sphere_id: id,
    position_id: id,
    region_id: id,
    company: z.pipe(requiredText, shownLine),
    ...periodFields,
  })
  .check(z.refine(inOrder, outOfOrder));
export type JobInput = z.infer<typeof jobInput>;

export const jobList = dataOf(z.array(job));
export const jobAnswer = messageWith(job);

/** For the form: also the way from a top region down to the job's own, its own included. */
export const jobEdit = dataOf(z.extend(job, { region_path: z.array(named) }));
