"use client";

import type { TablerIcon } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import classes from "#components/periods/period-section.module.css";
import { Card } from "#components/ui/card.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { Timeline, type TimelineEntry, TimelineSkeleton } from "#components/ui/lists/timeline.tsx";
import type { Loading } from "#components/ui/lists/use-load-failure.ts";
import type { Period } from "#lib/periods/periods.ts";

const skeletonEntries = 2;

/** Returns the title and detail of an education or a job, and the page that it links to. */
export type Describe<P extends Period> = (
  period: P,
) => Pick<TimelineEntry, "title" | "detail" | "route">;

export interface PeriodSectionProps<P extends Period> {
  title: string;
  Icon: TablerIcon;
  /** The query that loads them. */
  periods: Loading & { data: readonly P[] | undefined };
  describe: Describe<P>;
  /** Replaces an empty list. */
  empty: ReactNode;
  /** Stands beside the title. */
  action?: ReactNode;
  renderActions?: (period: P & TimelineEntry) => ReactNode;
}

/** The educations or the jobs of a member. */
export function PeriodSection<P extends Period>({
  title,
  periods,
  describe,
  empty,
  action,
  ...timeline
}: PeriodSectionProps<P>) {
  const loading = useTranslations("Layout")("loading");
  const titleId = useId();
  const periodText = usePeriodText();
  const entries = periods.data?.map((period) => ({
    ...period,
    ...describe(period),
    period: periodText(period),
  }));
  return (
    <Card as="section" aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {action}
      </div>
      {entries && entries.length > 0 && <Timeline {...timeline} label={title} entries={entries} />}
      {entries?.length === 0 && empty}
      <NotLoaded
        query={periods}
        skeleton={<TimelineSkeleton label={loading} entries={skeletonEntries} />}
      />
    </Card>
  );
}

/** A short text instead of an empty list, because another member's periods cannot be added to. */
export function NoPeriods({ children }: { children: string }) {
  return <p className={classes.none}>{children}</p>;
}

function usePeriodText(): (period: Period) => string {
  const t = useTranslations("Params");
  return ({ start, end }) => {
    if (end === null) return t("periodUntilNow", { start: String(start) });
    if (end === start) return String(start);
    return t("period", { start: String(start), end: String(end) });
  };
}
