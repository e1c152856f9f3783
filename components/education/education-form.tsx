"use client";

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { InstitutionField } from "#components/education/institution-field.tsx";
import { ChoiceField } from "#components/params/choice-field.tsx";
import type { FormInDialog } from "#components/params/period-dialog.tsx";
import { PeriodFields } from "#components/params/period-fields.tsx";
import { PeriodForm } from "#components/params/period-form.tsx";
import classes from "#components/params/period-form.module.css";
import { RegionFields } from "#components/params/region-fields.tsx";
import { usePeriodForm } from "#components/params/use-period-form.ts";
import {
  type EducationDraft,
  educationForm,
  educationInputOf,
  educationOf,
} from "#lib/education/education-draft.ts";
import { ownEducations } from "#lib/education/queries.ts";
import { establishmentsQuery } from "#lib/params/queries.ts";

interface EducationFormProps {
  /** Null: a new one. */
  id: number | null;
  draft: EducationDraft;
  dialog: FormInDialog;
}

/** What kind of institution, where, which one, and when. */
export function EducationForm({ id, draft, dialog }: EducationFormProps) {
  const t = useTranslations("Education");
  const locale = useLocale();
  // What it began with stays, though a newer answer may come meanwhile.
  const [initial] = useState(draft);
  const { form, submit } = usePeriodForm({
    own: ownEducations(locale),
    draft: initial,
    schema: educationForm,
    inputOf: educationInputOf,
    shownAs: (values, input) => educationOf(values, input, id ?? undefined),
    dialog,
  });
  const establishments = useQuery(establishmentsQuery(locale));
  const { values, setValues, getInputProps, submitting } = form;
  const errorOf = (name: keyof EducationDraft) => getInputProps(name).error;
  return (
    <PeriodForm submitting={submitting} onSubmit={submit} onLeave={dialog.onLeave}>
      <div className={classes.wide}>
        <ChoiceField
          data-autofocus
          name="establishment_id"
          label={t("establishment")}
          value={values.establishment_id}
          choices={establishments}
          error={errorOf("establishment_id")}
          onChange={(establishment_id) => setValues({ establishment_id, object_id: null })}
        />
      </div>
      <RegionFields
        path={values.region_id}
        error={errorOf("region_id")}
        onChange={(region_id) => setValues({ region_id, object_id: null })}
      />
      <div className={classes.wide}>
        <InstitutionField
          establishment={values.establishment_id}
          place={values.region_id}
          value={values.object_id}
          error={errorOf("object_id")}
          onChange={(object_id) => setValues({ object_id })}
        />
      </div>
      <TextInput
        {...getInputProps("speciality")}
        className={classes.wide}
        label={t("speciality")}
        placeholder={t("specialityHint")}
        autoComplete="off"
      />
      <PeriodFields
        years={values}
        errors={{ start: errorOf("start"), end: errorOf("end") }}
        onChange={setValues}
      />
    </PeriodForm>
  );
}
