import * as z from "zod/mini";
import { type Job, type jobEdit, jobInput, type JobInput } from "#lib/jobs/schema.ts";
import {
  answeredEnd,
  emptyPeriod,
  type PeriodDraft,
  periodDraftOf,
  periodInputOf,
} from "#lib/params/period-draft.ts";
import { unsavedId } from "#lib/params/periods.ts";
import { inOrder, type Named, outOfOrder } from "#lib/params/schema.ts";

/** The values of the form, in the order of its fields. */
export interface JobDraft extends PeriodDraft {
  sphere_id: Named | null;
  position_id: Named | null;
  company: string;
}

export const jobForm = z
  .object({ ...jobInput.shape, ...answeredEnd })
  .check(z.refine(inOrder, outOfOrder));

export const emptyJob: JobDraft = {
  sphere_id: null,
  position_id: null,
  company: "",
  ...emptyPeriod,
};

export function jobDraftOf(job: z.infer<typeof jobEdit>["data"]): JobDraft {
  return {
    ...emptyJob,
    ...periodDraftOf(job, job.region_path),
    sphere_id: job.sphere,
    position_id: job.position,
    company: job.company,
  };
}

/** The request body of a draft that `jobForm` has checked. */
export const jobInputOf = (draft: JobDraft) => ({
  ...periodInputOf(draft),
  sphere_id: draft.sphere_id?.id,
  position_id: draft.position_id?.id,
  company: draft.company,
});

/** The job as the list shows it before the server has answered, from a complete draft. */
export function jobOf(
  { sphere_id, position_id, region_id }: JobDraft,
  { company, start, end = null }: JobInput,
  id = unsavedId,
): Job {
  const region = region_id.at(-1);
  if (!sphere_id || !position_id || !region) throw new Error("an unchecked draft");
  return { id, sphere: sphere_id, position: position_id, region, company, start, end };
}
