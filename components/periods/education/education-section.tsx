"use client";

import { IconBook } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { OwnPeriods } from "#components/periods/own-periods.tsx";
import { type Describe, NoPeriods, PeriodSection } from "#components/periods/period-section.tsx";
import { detailOf } from "#components/ui/lists/timeline.tsx";
import { educationEditQuery, educationsQuery, ownEducations } from "#lib/periods/queries.ts";
import type { Education } from "#lib/periods/education/schema.ts";
import { routes } from "#lib/routes.ts";

const fetchDialog = async () =>
  (await import("#components/periods/education/education-dialog.tsx")).EducationDialog;

const describe: Describe<Education> = ({ object, speciality, group, region }) => ({
  title: object.name,
  detail: detailOf(speciality, group, region.name),
  route: routes.institution(object.id),
});

interface EducationSectionProps {
  /** Null for the member's own, which they can change. */
  memberId: number | null;
  /** Replaces the usual title on a page that already has it as its heading. */
  title?: string;
}

/** Where a member studied. */
export function EducationSection({ memberId, title }: EducationSectionProps) {
  const t = useTranslations("Education");
  const locale = useLocale();
  const client = useQueryClient();
  const periods = useQuery(educationsQuery(locale, memberId));
  const section = { title: title ?? t("title"), Icon: IconBook, periods, describe };
  if (memberId !== null)
    return <PeriodSection {...section} empty={<NoPeriods>{t("none")}</NoPeriods>} />;
  return (
    <OwnPeriods
      {...section}
      own={ownEducations(locale)}
      texts={{
        empty: t("empty"),
        add: t("add"),
        deleteQuestion: (title) => t("deleteQuestion", { title }),
      }}
      fetchDialog={fetchDialog}
      onMenuOpen={(id) => void client.query(educationEditQuery(locale, id)).catch(() => null)}
    />
  );
}
