"use client";

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { InstitutionField } from "#components/periods/education/institution-field.tsx";
import { InstitutionChoice } from "#components/periods/education/institution-choice.tsx";
import { ChoiceField } from "#components/params/choice-field.tsx";
import type { Choices } from "#components/params/choice-list.tsx";
import type { FormInDialog } from "#components/periods/period-dialog.tsx";
import { PeriodFields } from "#components/periods/period-fields.tsx";
import { PeriodForm } from "#components/periods/period-form.tsx";
import classes from "#components/periods/period-form.module.css";
import { RegionFields } from "#components/params/region-fields.tsx";
import { usePeriodForm } from "#components/periods/use-period-form.ts";
import type { FormFields } from "#components/ui/forms/use-checked-form.ts";
import {
  educationAt,
  type EducationDraft,
  educationForm,
  educationInputOf,
  educationOf,
} from "#lib/periods/education/education-draft.ts";
import { ownEducations } from "#lib/periods/queries.ts";
import { establishmentsQuery } from "#lib/params/queries.ts";
import type { PlacedInstitution } from "#lib/params/schema.ts";

interface EducationFormProps {
  /** Null for a new one. */
  id: number | null;
  draft: EducationDraft;
  /** What the field that finds an institution begins with. */
  words?: string;
  dialog: FormInDialog;
}

/**
 * The institution and the years. Without an institution, the form begins with one field that finds it, and the lists of
 * kinds, regions and institutions open on request; a form that has one shows only the lists, so that nothing is asked
 * twice.
 */
export function EducationForm({ id, draft, words = "", dialog }: EducationFormProps) {
  const t = useTranslations("Education");
  const locale = useLocale();
  // The form keeps its initial values, even if a newer answer arrives.
  const [initial] = useState(draft);
  const { form, submit } = usePeriodForm({
    own: ownEducations(locale),
    name: `education-${id ?? `new-${initial.object_id?.id ?? "anywhere"}`}`,
    draft: initial,
    schema: educationForm,
    inputOf: educationInputOf,
    shownAs: (values, input) => educationOf(values, input, id ?? undefined),
    dialog,
  });
  // Fetched also while only the finder is shown, for the lists that may follow.
  const establishments = useQuery(establishmentsQuery(locale));
  const { values, setValues, getInputProps, submitting } = form;
  const errorOf = (name: keyof EducationDraft) => getInputProps(name).error;
  const isFinding = initial.object_id === null;
  const isInstitutionGiven = id === null && !isFinding;
  const [isListed, setListed] = useState(!isFinding);
  return (
    <PeriodForm
      submitting={submitting}
      onSubmit={submit}
      onLeave={dialog.onLeave}
      texts={dialog.texts}
    >
      {isFinding && (
        <FinderField form={form} words={words} isListed={isListed} onListed={setListed} />
      )}
      {isListed && (
        <InstitutionLists
          form={form}
          establishments={establishments}
          isFocused={!isFinding && !isInstitutionGiven}
        />
      )}
      <TextInput
        {...getInputProps("speciality")}
        className={classes.wide}
        label={t("speciality")}
        placeholder={t("specialityHint")}
        autoComplete="off"
      />
      <TextInput
        {...getInputProps("group")}
        className={classes.wide}
        label={t("group")}
        placeholder={t("groupHint")}
        autoComplete="off"
      />
      <PeriodFields
        years={values}
        errors={{ start: errorOf("start"), end: errorOf("end") }}
        focused={isInstitutionGiven}
        onChange={setValues}
      />
    </PeriodForm>
  );
}

interface FinderFieldProps {
  form: FormFields<EducationDraft>;
  words: string;
  isListed: boolean;
  onListed: (isListed: boolean) => void;
}

/** One field that finds the institution. Once the lists are shown, they tell what is wrong. */
function FinderField({ form, words, isListed, onListed }: FinderFieldProps) {
  const { values, setValues, getInputProps } = form;
  const root = useRef<HTMLDivElement>(null);
  const errorOf = (name: keyof EducationDraft) => getInputProps(name).error;
  const fill = (institution: PlacedInstitution) => {
    const { establishment_id, region_id, object_id } = educationAt(institution, institution);
    setValues({ establishment_id, region_id, object_id });
    // The focus stays where the member has moved it meanwhile.
    if (root.current?.contains(document.activeElement)) focusEmpty(root.current, values);
  };
  const error = errorOf("object_id") ?? errorOf("establishment_id") ?? errorOf("region_id");
  return (
    <div ref={root} className={classes.wide}>
      <InstitutionChoice
        chosen={values}
        firstWords={words}
        error={isListed ? undefined : error}
        isListed={isListed}
        onListed={onListed}
        onFound={fill}
        onClear={() => setValues({ object_id: null })}
      />
    </div>
  );
}

interface InstitutionListsProps {
  form: FormFields<EducationDraft>;
  establishments: Choices;
  /** Whether the dialog gives the focus to the first of them. */
  isFocused: boolean;
}

/** The lists of kinds, regions and institutions. */
function InstitutionLists({ form, establishments, isFocused }: InstitutionListsProps) {
  const t = useTranslations("Education");
  const { values, setValues, getInputProps } = form;
  return (
    <>
      <div className={classes.wide}>
        <ChoiceField
          data-autofocus={isFocused ? true : undefined}
          name="establishment_id"
          label={t("establishment")}
          value={values.establishment_id}
          choices={establishments}
          error={getInputProps("establishment_id").error}
          onChange={(establishment_id) => setValues({ establishment_id, object_id: null })}
        />
      </div>
      <RegionFields
        path={values.region_id}
        error={getInputProps("region_id").error}
        onChange={(region_id) => setValues({ region_id, object_id: null })}
      />
      <div className={classes.wide}>
        <InstitutionField
          establishment={values.establishment_id}
          regions={values.region_id}
          value={values.object_id}
          error={getInputProps("object_id").error}
          onChange={(object_id) => setValues({ object_id })}
        />
      </div>
    </>
  );
}

/** The first year field that is still empty. */
function focusEmpty(within: HTMLElement, { start, end, until_now }: EducationDraft) {
  const empty = start === null ? "start" : end === null && !until_now ? "end" : null;
  const field = empty && within.closest("form")?.elements.namedItem(empty);
  if (field instanceof HTMLElement) field.focus();
}
