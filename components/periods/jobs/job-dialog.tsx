"use client";

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { ChoiceField } from "#components/params/choice-field.tsx";
import type { OwnPeriodDialogProps } from "#components/periods/own-periods.tsx";
import { type FormInDialog, PeriodDialog } from "#components/periods/period-dialog.tsx";
import { PeriodFields } from "#components/periods/period-fields.tsx";
import classes from "#components/periods/period-form.module.css";
import { PeriodForm } from "#components/periods/period-form.tsx";
import { RegionFields } from "#components/params/region-fields.tsx";
import { usePeriodForm } from "#components/periods/use-period-form.ts";
import { jobEditQuery, ownJobs } from "#lib/periods/queries.ts";
import { type Job, type jobEdit, jobInput, type JobInput } from "#lib/periods/jobs/schema.ts";
import {
  answeredEnd,
  emptyPeriod,
  type PeriodDraft,
  periodDraftOf,
  periodInputOf,
} from "#lib/periods/period-draft.ts";
import { unsavedId } from "#lib/periods/periods.ts";
import { positionsQuery, spheresQuery } from "#lib/params/queries.ts";
import { inOrder, type Named, outOfOrder } from "#lib/params/schema.ts";

export function JobDialog({ id, ...dialog }: OwnPeriodDialogProps) {
  const t = useTranslations("Jobs");
  const { data, error, errorUpdateCount, refetch } = useQuery({
    ...jobEditQuery(useLocale(), id ?? 0),
    enabled: id !== null,
    select: jobDraftOf,
  });
  return (
    <PeriodDialog
      {...dialog}
      title={id === null ? t("add") : t("edit")}
      draft={{ data: id === null ? emptyJob : data, error, errorUpdateCount, refetch }}
    >
      {(draft, inDialog) => <JobForm id={id} draft={draft} dialog={inDialog} />}
    </PeriodDialog>
  );
}

interface JobFormProps {
  /** Null for a new one. */
  id: number | null;
  draft: JobDraft;
  dialog: FormInDialog;
}

/** Fields of a job: sphere, position, company, region and years. */
function JobForm({ id, draft, dialog }: JobFormProps) {
  const t = useTranslations("Jobs");
  const locale = useLocale();
  // The form keeps its initial values, even if a newer answer arrives.
  const [initial] = useState(draft);
  const { form, submit } = usePeriodForm({
    own: ownJobs(locale),
    name: `job-${id ?? "new"}`,
    draft: initial,
    schema: jobForm,
    inputOf: jobInputOf,
    shownAs: (values, input) => jobOf(values, input, id ?? undefined),
    dialog,
  });
  const { values, setValues, getInputProps, submitting } = form;
  const sphereId = values.sphere_id?.id;
  const spheres = useQuery(spheresQuery(locale));
  const positions = useQuery({
    ...positionsQuery(locale, sphereId),
    enabled: sphereId !== undefined,
  });
  const errorOf = (name: keyof JobDraft) => getInputProps(name).error;
  return (
    <PeriodForm submitting={submitting} onSubmit={submit} onLeave={dialog.onLeave}>
      <ChoiceField
        data-autofocus
        name="sphere_id"
        label={t("sphere")}
        value={values.sphere_id}
        choices={spheres}
        error={errorOf("sphere_id")}
        onChange={(sphere_id) => setValues({ sphere_id, position_id: null })}
      />
      <ChoiceField
        name="position_id"
        label={t("position")}
        value={values.position_id}
        choices={positions}
        error={errorOf("position_id")}
        waitsFor={sphereId === undefined ? t("positionWaits") : undefined}
        onChange={(position_id) => setValues({ position_id })}
      />
      <TextInput
        {...getInputProps("company")}
        className={classes.wide}
        label={t("company")}
        required
        autoComplete="organization"
      />
      <RegionFields
        path={values.region_id}
        error={errorOf("region_id")}
        onChange={(region_id) => setValues({ region_id })}
      />
      <PeriodFields
        years={values}
        errors={{ start: errorOf("start"), end: errorOf("end") }}
        onChange={setValues}
      />
    </PeriodForm>
  );
}

/** The values of the form, in the order of its fields. */
interface JobDraft extends PeriodDraft {
  sphere_id: Named | null;
  position_id: Named | null;
  company: string;
}

const jobForm = z
  .object({ ...jobInput.shape, ...answeredEnd })
  .check(z.refine(inOrder, outOfOrder));

const emptyJob: JobDraft = {
  sphere_id: null,
  position_id: null,
  company: "",
  ...emptyPeriod,
};

function jobDraftOf(job: z.infer<typeof jobEdit>["data"]): JobDraft {
  return {
    ...emptyJob,
    ...periodDraftOf(job, job.region_path),
    sphere_id: job.sphere,
    position_id: job.position,
    company: job.company,
  };
}

/** The request body of a draft that `jobForm` has checked. */
const jobInputOf = (draft: JobDraft) => ({
  ...periodInputOf(draft),
  sphere_id: draft.sphere_id?.id,
  position_id: draft.position_id?.id,
  company: draft.company,
});

/** The job as the list shows it before the server has answered, from a complete draft. */
function jobOf(
  { sphere_id, position_id, region_id }: JobDraft,
  { company, start, end = null }: JobInput,
  id = unsavedId,
): Job {
  const region = region_id.at(-1);
  if (!sphere_id || !position_id || !region) throw new Error("an unchecked draft");
  return { id, sphere: sphere_id, position: position_id, region, company, start, end };
}
