"use client";

import { IconBriefcase } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { OwnPeriods } from "#components/periods/own-periods.tsx";
import { type Describe, NoPeriods, PeriodSection } from "#components/periods/period-section.tsx";
import { detailOf } from "#components/ui/lists/timeline.tsx";
import { jobEditQuery, jobsQuery, ownJobs } from "#lib/periods/queries.ts";
import type { Job } from "#lib/periods/jobs/schema.ts";

const fetchDialog = async () => (await import("#components/periods/jobs/job-dialog.tsx")).JobDialog;

const describe: Describe<Job> = ({ position, company, sphere, region }) => ({
  title: position.name,
  detail: detailOf(company, sphere.name, region.name),
});

interface JobSectionProps {
  /** Null for the member's own, which they can change. */
  memberId: number | null;
  /** Replaces the usual title on a page that already has it as its heading. */
  title?: string;
}

/** Where a member worked. */
export function JobSection({ memberId, title }: JobSectionProps) {
  const t = useTranslations("Jobs");
  const locale = useLocale();
  const client = useQueryClient();
  const periods = useQuery(jobsQuery(locale, memberId));
  const section = { title: title ?? t("title"), Icon: IconBriefcase, periods, describe };
  if (memberId !== null)
    return <PeriodSection {...section} empty={<NoPeriods>{t("none")}</NoPeriods>} />;
  return (
    <OwnPeriods
      {...section}
      own={ownJobs(locale)}
      texts={{
        empty: t("empty"),
        add: t("add"),
        deleteQuestion: (title) => t("deleteQuestion", { title }),
      }}
      fetchDialog={fetchDialog}
      onMenuOpen={(id) => void client.query(jobEditQuery(locale, id)).catch(() => null)}
    />
  );
}
