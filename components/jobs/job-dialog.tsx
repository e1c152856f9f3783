"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { JobForm } from "#components/jobs/job-form.tsx";
import type { PeriodDialogProps } from "#components/params/own-periods.tsx";
import { PeriodDialog } from "#components/params/period-dialog.tsx";
import { emptyJob, jobDraftOf } from "#lib/jobs/job-draft.ts";
import { jobEditQuery } from "#lib/jobs/queries.ts";

export function JobDialog({ id, ...dialog }: PeriodDialogProps) {
  const t = useTranslations("Jobs");
  const { data, error, refetch } = useQuery({
    ...jobEditQuery(useLocale(), id ?? 0),
    enabled: id !== null,
    select: jobDraftOf,
  });
  return (
    <PeriodDialog
      {...dialog}
      title={id === null ? t("add") : t("edit")}
      draft={{ data: id === null ? emptyJob : data, error, refetch }}
    >
      {(draft, inDialog) => <JobForm id={id} draft={draft} dialog={inDialog} />}
    </PeriodDialog>
  );
}
