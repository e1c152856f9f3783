"use client";

import { IconAlertCircle, IconRefresh, type TablerIcon } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { LightButton } from "#components/ui/controls/light-button.tsx";
import classes from "#components/ui/list-states.module.css";
import { Spinner } from "#components/ui/spinner.tsx";
import { type Loading, useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { leaveFocusAround } from "#lib/browser/leave-focus-around.ts";

/** Stands in for a list while it loads: rows with an avatar and two lines each. */
export function RowsSkeleton({ rows }: { rows: number }) {
  const t = useTranslations("Layout");
  return (
    <div role="status" aria-label={t("loading")}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          <span className={classes.avatar} />
          <span className={classes.lines}>
            <span className={classes.line} style={{ width: `${44 + ((row * 17) % 30)}%` }} />
            <span className={classes.line} style={{ width: `${28 + ((row * 11) % 24)}%` }} />
          </span>
        </div>
      ))}
    </div>
  );
}

interface NotLoadedProps {
  query: Loading;
  skeleton: ReactNode;
  /** Whether the skeleton stays although the list is loaded, so that the list appears together with something else. */
  waits?: boolean | undefined;
  /** Whether the failure stands in a card of its own. */
  inCard?: boolean;
}

/**
 * Replaces a list until it is loaded: its skeleton or, when loading failed, why and a button to retry. A searched list
 * leaves out the rows of former words while `useLoadFailure` has a failure.
 */
export function NotLoaded({ query, skeleton, waits = false, inCard = false }: NotLoadedProps) {
  const failure = useLoadFailure(query);
  if (failure) return inCard ? <ErrorCard {...failure} /> : <ErrorState {...failure} />;
  return (query.data === undefined || waits) && skeleton;
}

interface EmptyStateProps {
  Icon: TablerIcon;
  /** One sentence. */
  title: string;
  /** A next step for the member. */
  action?: ReactNode;
}

export function EmptyState({ Icon, title, action }: EmptyStateProps) {
  return (
    <div className={classes.message}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={28} stroke={1.5} />
      </span>
      <p className={classes.title}>{title}</p>
      {action}
    </div>
  );
}

interface ErrorStateProps {
  message: string;
  /** Whether a retry is under way. */
  busy?: boolean;
  onRetry: () => void;
}

/** The reason of a failure, with a button to try again. */
export function ErrorState({ message, busy = false, onRetry }: ErrorStateProps) {
  const t = useTranslations("Layout");
  return (
    <div className={classes.message} role="alert">
      <span className={classes.failureIcon} aria-hidden="true">
        <IconAlertCircle size={28} stroke={1.5} />
      </span>
      <p className={classes.title}>{message}</p>
      <LightButton
        ref={leaveFocusAround}
        variant="default"
        // Not disabled during a retry, because it would lose the focus.
        aria-busy={busy}
        icon={busy ? <Spinner size={18} /> : <IconRefresh size={18} aria-hidden="true" />}
        onClick={() => {
          if (!busy) onRetry();
        }}
      >
        {t("retry")}
      </LightButton>
    </div>
  );
}

export function ErrorCard(props: ErrorStateProps) {
  return (
    <Card>
      <ErrorState {...props} />
    </Card>
  );
}
