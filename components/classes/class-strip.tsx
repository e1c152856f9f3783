"use client";

import { VisuallyHidden } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import classes from "#components/classes/class-strip.module.css";
import { useClassName } from "#components/classes/use-class-name.ts";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { moreOf } from "#components/ui/lists/load-more.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { leaveFocusAround } from "#lib/browser/leave-focus-around.ts";
import { classesQuery } from "#lib/classes/queries.ts";
import type { ClassSummary } from "#lib/classes/schema.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { routes } from "#lib/routes.ts";

const skeletonChips = 8;

interface ClassStripProps {
  objectId: number;
  /** The key of the class whose page this is. */
  current?: string;
}

/** The classes of an institution by year, newest first, the reader's own marked, in one line that scrolls. */
export function ClassStrip({ objectId, current }: ClassStripProps) {
  const t = useTranslations("Classes");
  const inLayout = useTranslations("Layout");
  const query = useInfiniteQuery(classesQuery(useLocale(), objectId));
  const failure = useLoadFailure(query);
  const earlier = moreOf(query);
  const list = query.data?.pages.flatMap((page) => page.data);
  if (failure) return <ErrorState {...failure} />;
  if (!list)
    return (
      <div role="status" aria-label={inLayout("loading")} className={classes.strip}>
        {Array.from({ length: skeletonChips }, (_, index) => (
          <span key={index} className={classes.chip} data-skeleton />
        ))}
      </div>
    );
  if (list.length === 0) return <p className={classes.empty}>{t("classesEmpty")}</p>;
  const inSight = current ?? list.find(({ mine }) => mine)?.key;
  return (
    <nav aria-label={t("classes")}>
      <ul className={classes.strip}>
        {list.map((one) => (
          <li key={one.key}>
            <ClassChip
              objectId={objectId}
              summary={one}
              isCurrent={one.key === current}
              inSight={one.key === inSight}
            />
          </li>
        ))}
        {earlier.hasMore && (
          <li>
            <button
              ref={leaveFocusAround}
              type="button"
              className={classes.chip}
              aria-busy={earlier.loading}
              onClick={earlier.onMore}
            >
              {earlier.loading && <Spinner size={16} />}
              {earlier.failure === null ? t("moreClasses") : inLayout("retry")}
            </button>
          </li>
        )}
      </ul>
      {earlier.failure !== null && (
        <p role="alert" className={classes.empty}>
          {earlier.failure}
        </p>
      )}
    </nav>
  );
}

interface ClassChipProps {
  objectId: number;
  summary: ClassSummary;
  isCurrent: boolean;
  /** Whether the strip is first shown with this chip in its middle. */
  inSight: boolean;
}

function ClassChip({ objectId, summary, isCurrent, inSight }: ClassChipProps) {
  const t = useTranslations("Classes");
  const nameOf = useClassName();
  const chip = useRef<HTMLAnchorElement>(null);
  useEffect(() => (inSight ? bringToMiddle(chip.current) : undefined), [inSight]);
  const { key, end, total, mine } = summary;
  const name = nameOf(summary);
  const people = t("people", { count: total });
  return (
    <RouteLink
      ref={chip}
      route={routes.class(objectId, key)}
      className={classes.chip}
      data-mine={mine || undefined}
      aria-current={isCurrent ? "page" : undefined}
    >
      <span aria-hidden="true">{end ?? name}</span>
      <span aria-hidden="true" className={classes.count}>
        {formatNumber(total)}
      </span>
      <VisuallyHidden>{[name, people, ...(mine ? [t("ownClass")] : [])].join(", ")}</VisuallyHidden>
    </RouteLink>
  );
}

/** Scrolls the strip, and not the page, once the strip has a width: it may stand in a part that is still hidden. */
function bringToMiddle(chip: HTMLElement | null): (() => void) | undefined {
  const strip = chip?.closest("ul");
  if (!chip || !strip) return undefined;
  const shown = new ResizeObserver(() => {
    if (strip.clientWidth === 0) return;
    strip.scrollLeft = chip.offsetLeft - (strip.clientWidth - chip.offsetWidth) / 2;
    shown.disconnect();
  });
  shown.observe(strip);
  return () => shown.disconnect();
}
