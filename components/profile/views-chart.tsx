"use client";

import "@mantine/charts/styles.layer.css";
import { BarChart } from "@mantine/charts";
import { useTranslations } from "next-intl";
import classes from "#components/profile/views-chart.module.css";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { dayText } from "#lib/profile/day-text.ts";
import type { OwnStatistics } from "#lib/profile/schema.ts";

const series = [{ name: "count", color: "var(--kampus-accent)" }];
/** Share of the accent in the colour of the oldest bar: the palest that still has 3:1 on a card (WCAG 1.4.11). */
const palestPercent = 72;

interface ViewsChartProps {
  days: OwnStatistics["views_by_day"];
}

/** Bars of the last days, the newest the darkest. The table beside it has the same in words. */
export function ViewsChart({ days }: ViewsChartProps) {
  const t = useTranslations("Profile");
  const dayOf = (date: unknown) => days.find((day) => day.date === date);
  const bars = days.map((day, index) => ({ ...day, color: colorOf(index / (days.length - 1)) }));
  return (
    <BarChart
      h="100%"
      data={bars}
      dataKey="date"
      series={series}
      gridAxis="none"
      withYAxis={false}
      xAxisProps={{
        ticks: days
          .filter((_, index) => index % 7 === (days.length - 1) % 7)
          .map(({ date }) => date),
        interval: 0,
        tickFormatter: dayText,
        tickMargin: 0,
        height: 28,
      }}
      barProps={{ radius: [3, 3, 0, 0] }}
      barChartProps={{
        barCategoryGap: "18%",
        margin: { top: 4, right: 0, bottom: 0, left: 0 },
        ...{ "aria-label": t("viewsChart") }, // the chart passes it on, though its type lacks it
      }}
      tooltipProps={{ content: ({ active, label }) => active && <DayNote day={dayOf(label)} /> }}
    />
  );
}

/** `age` from 0, the oldest, to 1. */
const colorOf = (age: number) =>
  `color-mix(in srgb, var(--kampus-accent) ${palestPercent + (100 - palestPercent) * age}%, var(--kampus-card))`;

/** The note of the bar under the pointer or with the focus. */
function DayNote({ day }: { day: OwnStatistics["views_by_day"][number] | undefined }) {
  const t = useTranslations("Profile");
  if (!day) return null;
  return (
    <div className={classes.note} role="status">
      <span className={classes.day}>{dayText(day.date)}</span>{" "}
      {t("viewsOnDay", { count: day.count, total: formatNumber(day.count) })}
    </div>
  );
}
