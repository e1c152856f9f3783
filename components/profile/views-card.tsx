"use client";

import "@mantine/core/styles/Anchor.layer.css";
import { Anchor } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ComponentType, useRef, useState } from "react";
import classes from "#components/profile/views-card.module.css";
import { Card } from "#components/ui/card.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { useNearView } from "#lib/browser/use-near-view.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
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

interface ChartProps {
  days: OwnStatistics["views_by_day"];
}

/** The chart is heavier than the rest of the page, so it loads when its reserved place is about to become visible. */
function ViewsChartOnDemand({ days }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { Chart, failed, load } = useChart();
  const [came, setCame] = useState(false);
  const loadFirst = () => {
    setCame(true);
    load();
  };
  useNearView(place, loadFirst, { waits: !came, margin: "200px" });
  return (
    <div ref={place} className={classes.chart}>
      {Chart && <Chart days={days} />}
      {failed && <ChartFailure onRetry={load} />}
    </div>
  );
}

function useChart() {
  const [loaded, setLoaded] = useState<{ Chart: ComponentType<ChartProps> } | null>(null);
  const [failed, setFailed] = useState(false);
  const [load] = useState(() => () => {
    setFailed(false);
    import("#components/profile/views-chart.tsx").then(
      ({ ViewsChart }) => setLoaded({ Chart: ViewsChart }),
      () => setFailed(true),
    );
  });
  return { Chart: loaded?.Chart, failed, load };
}

function ChartFailure({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations();
  return (
    <div role="alert" className={classes.chartFailure}>
      {t("Profile.viewsChartFailed")}{" "}
      <Anchor component="button" type="button" onClick={onRetry}>
        {t("Layout.retry")}
      </Anchor>
    </div>
  );
}
