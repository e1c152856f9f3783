"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { EducationForm } from "#components/periods/education/education-form.tsx";
import type { OwnPeriodDialogProps } from "#components/periods/own-periods.tsx";
import { PeriodDialog } from "#components/periods/period-dialog.tsx";
import {
  type EducationDraft,
  educationDraftOf,
  emptyEducation,
} from "#lib/periods/education/education-draft.ts";
import { educationEditQuery } from "#lib/periods/queries.ts";

interface EducationDialogProps extends OwnPeriodDialogProps {
  /** The draft of a new education. */
  initial?: EducationDraft;
}

export function EducationDialog({ id, initial = emptyEducation, ...dialog }: EducationDialogProps) {
  const t = useTranslations("Education");
  const { data, error, errorUpdateCount, refetch } = useQuery({
    ...educationEditQuery(useLocale(), id ?? 0),
    enabled: id !== null,
    select: educationDraftOf,
  });
  return (
    <PeriodDialog
      {...dialog}
      title={id === null ? t("add") : t("edit")}
      draft={{ data: id === null ? initial : data, error, errorUpdateCount, refetch }}
    >
      {(draft, inDialog) => <EducationForm id={id} draft={draft} dialog={inDialog} />}
    </PeriodDialog>
  );
}
