"use client";

import { Button, Loader } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import classes from "#components/ui/load-more.module.css";

interface LoadMoreProps {
  hasMore: boolean;
  loading: boolean;
  /** What happened to the last attempt; null: nothing bad. */
  failure: string | null;
  label: string;
  retryLabel: string;
  /** Scrolling asks for nothing, so that what stands below the list can be reached. */
  byButtonOnly?: boolean;
  onMore: () => void;
}

/** The end of a list paged by key: the next page is asked for shortly before it scrolls into view, or by the button. */
export function LoadMore({
  hasMore,
  loading,
  failure,
  label,
  retryLabel,
  byButtonOnly = false,
  onMore,
}: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const ask = useRef(onMore);
  useEffect(() => {
    ask.current = onMore;
  });
  const waits = hasMore && !loading && failure === null && !byButtonOnly;
  useEffect(() => {
    if (!waits || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) ask.current();
      },
      { rootMargin: "400px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [waits]);

  if (!hasMore) return null;
  return (
    <div ref={end} className={classes.end}>
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {/* Not disabled while it loads: it would lose the focus. */}
      <Button
        variant="subtle"
        aria-busy={loading}
        leftSection={loading && <Loader size={16} />}
        onClick={() => {
          if (!loading) onMore();
        }}
      >
        {failure === null ? label : retryLabel}
      </Button>
    </div>
  );
}

type PagedQuery = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "error" | "fetchNextPage"
>;

/** What `LoadMore` is told of a list that one query loads by pages. */
export const moreOf = (query: PagedQuery) => ({
  hasMore: query.hasNextPage,
  loading: query.isFetchingNextPage,
  failure: query.isFetchNextPageError ? (query.error?.message ?? null) : null,
  onMore: () => void query.fetchNextPage(),
});
