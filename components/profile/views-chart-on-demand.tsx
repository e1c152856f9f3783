"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useRef, useState } from "react";
import classes from "#components/profile/views-card.module.css";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import type { OwnStatistics } from "#lib/profile/schema.ts";

interface ChartProps {
  days: OwnStatistics["views_by_day"];
}

/** The chart is heavier than the rest of the page, so it loads when its reserved place is about to become visible. */
export function ViewsChartOnDemand({ days }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { Chart, failed, load } = useChart();
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        load();
      },
      { rootMargin: "200px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [load]);
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
      {t("Profile.viewsChartFailed")} <LinkButton onClick={onRetry}>{t("Layout.retry")}</LinkButton>
    </div>
  );
}
