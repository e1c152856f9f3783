"use client";

import { IconEye } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/profile/views-card.module.css";
import { ViewsChartOnDemand } from "#components/profile/views-chart-on-demand.tsx";
import { Card } from "#components/ui/card.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { formatNumber } from "#lib/i18n/format.ts";
import type { OwnStatistics } from "#lib/profile/schema.ts";
import { dayText } from "#lib/profile/day-text.ts";

interface ViewsCardProps {
  days: OwnStatistics["views_by_day"] | undefined;
  /** Why the days could not be loaded. */
  failure: string;
  onRetry: () => void;
}

/** Views of the member's own profile on each of the last days. */
export function ViewsCard({ days, failure, onRetry }: ViewsCardProps) {
  const t = useTranslations("Profile");
  const total = days?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <Card as="section" className={classes.card} aria-labelledby="profile-views">
      <SectionHead id="profile-views" title={t("viewsTitle")} marginBottom={0} />
      {days === undefined && <ErrorState message={failure} onRetry={onRetry} />}
      {days && total === 0 && (
        <div className={classes.empty}>
          <span className={classes.icon} aria-hidden="true">
            <IconEye size={24} stroke={1.5} />
          </span>
          <p className={classes.emptyText}>{t("viewsEmpty")}</p>
        </div>
      )}
      {days && total > 0 && (
        <>
          <p className={classes.total}>{t("viewsTotal", { total: formatNumber(total) })}</p>
          <ViewsChartOnDemand days={days} />
          <DaysTable days={days} />
        </>
      )}
    </Card>
  );
}

/** The chart in words, for a screen reader. */
function DaysTable({ days }: { days: OwnStatistics["views_by_day"] }) {
  const t = useTranslations("Profile");
  return (
    <table className={classes.table} aria-labelledby="profile-views">
      <thead>
        <tr>
          <th scope="col">{t("viewsDay")}</th>
          <th scope="col">{t("viewsCount")}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, count }) => (
          <tr key={date}>
            <th scope="row">{dayText(date)}</th>
            <td>{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
