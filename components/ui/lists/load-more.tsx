"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { LightButton } from "#components/ui/controls/light-button.tsx";
import classes from "#components/ui/lists/load-more.module.css";
import { Spinner } from "#components/ui/spinner.tsx";
import { useNearView } from "#lib/browser/use-near-view.ts";

interface LoadMoreProps {
  hasMore: boolean;
  loading: boolean;
  /** Why the last attempt failed; null when it did not. */
  failure: string | null;
  /** Scrolling does not load more, so that the content below the list can be reached. */
  byButtonOnly?: boolean;
  onMore: () => void;
}

/**
 * The end of a paged list: the next page is loaded shortly before it scrolls into view, or by the button. Where the button
 * has the focus as the last page comes, the end says so in its place and takes the focus.
 */
export function LoadMore({
  hasMore,
  loading,
  failure,
  byButtonOnly = false,
  onMore,
}: LoadMoreProps) {
  const t = useTranslations();
  const end = useRef<HTMLDivElement>(null);
  const waits = hasMore && !loading && failure === null && !byButtonOnly;
  useNearView(end, onMore, { waits, margin: "400px" });

  const [hasFocus, setHasFocus] = useState(false);
  const isLeftAtEnd = hasFocus && !hasMore;
  useEffect(() => {
    if (!isLeftAtEnd) return;
    end.current?.focus({ preventScroll: true });
    return () => setHasFocus(false); // the button is there again, and has not been reached yet
  }, [isLeftAtEnd]);

  if (!hasMore && !hasFocus) return null;
  return (
    <div ref={end} tabIndex={-1} className={classes.end}>
      {isLeftAtEnd && t("Lists.end")}
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {/* Not disabled while loading, because it would lose the focus. */}
      {hasMore && (
        <LightButton
          variant="subtle"
          aria-busy={loading}
          icon={loading && <Spinner size={16} />}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
          onClick={() => {
            if (!loading) onMore();
          }}
        >
          {t(failure === null ? "Lists.showMore" : "Layout.retry")}
        </LightButton>
      )}
    </div>
  );
}

type PagedQuery = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "error" | "fetchNextPage"
>;

/** The props of `LoadMore` for an infinite query. */
export const moreOf = (query: PagedQuery) => ({
  hasMore: query.hasNextPage,
  loading: query.isFetchingNextPage,
  failure: query.isFetchNextPageError ? (query.error?.message ?? null) : null,
  onMore: () => {
    if (!query.isFetchingNextPage) void query.fetchNextPage();
  },
});
