"use client";

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceField } from "#components/params/choice-field.tsx";
import type { FormInDialog } from "#components/params/period-dialog.tsx";
import { PeriodFields } from "#components/params/period-fields.tsx";
import { PeriodForm } from "#components/params/period-form.tsx";
import classes from "#components/params/period-form.module.css";
import { RegionFields } from "#components/params/region-fields.tsx";
import { usePeriodForm } from "#components/params/use-period-form.ts";
import { type JobDraft, jobForm, jobInputOf, jobOf } from "#lib/jobs/job-draft.ts";
import { ownJobs } from "#lib/jobs/queries.ts";
import { positionsQuery, spheresQuery } from "#lib/params/queries.ts";

interface JobFormProps {
  /** Null: a new one. */
  id: number | null;
  draft: JobDraft;
  dialog: FormInDialog;
}

/** In which sphere, as what, at which company, where, and when. */
export function JobForm({ id, draft, dialog }: JobFormProps) {
  const t = useTranslations("Jobs");
  const locale = useLocale();
  // What it began with stays, though a newer answer may come meanwhile.
  const [initial] = useState(draft);
  const { form, submit } = usePeriodForm({
    own: ownJobs(locale),
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
