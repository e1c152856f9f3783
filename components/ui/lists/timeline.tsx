import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import classes from "#components/ui/lists/timeline.module.css";
import type { Route } from "#lib/routes.ts";

export interface TimelineEntry {
  id: number;
  title: string;
  detail: string;
  /** The years, as text. */
  period: string;
  /** The page with details. */
  route?: Route;
}

interface TimelineProps<Entry extends TimelineEntry> {
  label: string;
  Icon: TablerIcon;
  entries: readonly Entry[];
  /** Buttons of an entry. */
  renderActions?: ((entry: Entry) => ReactNode) | undefined;
}

/** Joins parts with dots. A line may break before a dot, so that none ends with one. */
export const detailOf = (...parts: readonly (string | undefined)[]) =>
  parts.filter(Boolean).join(" ·\u00a0");

/** A list of periods. */
export function Timeline<Entry extends TimelineEntry>({
  label,
  Icon,
  entries,
  renderActions,
}: TimelineProps<Entry>) {
  return (
    <ul className={classes.list} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.entry}>
          <span className={classes.tile} aria-hidden="true">
            <Icon size={20} stroke={1.6} />
          </span>
          <div className={classes.text}>
            <h3 className={classes.title}>
              {entry.route ? (
                <RouteLink route={entry.route} className={classes.link}>
                  {entry.title}
                </RouteLink>
              ) : (
                entry.title
              )}
            </h3>
            <p className={classes.detail} title={entry.detail}>
              {entry.detail}
            </p>
            <p className={classes.period}>{entry.period}</p>
          </div>
          {renderActions?.(entry)}
        </li>
      ))}
    </ul>
  );
}

/** Entries of the real shape while the list loads. */
export function TimelineSkeleton({ label, entries }: { label: string; entries: number }) {
  return (
    <div role="status" aria-label={label} className={classes.list}>
      {Array.from({ length: entries }, (_, entry) => (
        <div key={entry} className={classes.entry}>
          <span className={classes.tile} data-loading />
          <div className={classes.text}>
            <span className={classes.line} style={{ width: `${62 - ((entry * 17) % 30)}%` }} />
            <span className={classes.line} style={{ width: "46%" }} />
            <span className={classes.line} style={{ width: "6rem" }} />
          </div>
        </div>
      ))}
    </div>
  );
}
