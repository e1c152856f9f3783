"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import classes from "#components/messenger/chat-list/chat-search.module.css";
import { NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/load-more.tsx";

/** At first, so that the next section is in sight. */
const shownAtFirst = 5;

interface SearchSectionProps<T> {
  title: string;
  query: UseInfiniteQueryResult;
  /** Undefined until they are known. */
  items: T[] | undefined;
  renderItem: (item: T) => ReactNode;
}

/** One kind of what was found, with states of its own; not there where nothing was. */
export function SearchSection<T>({ title, query, items, renderItem }: SearchSectionProps<T>) {
  const heading = useId();
  const [all, setAll] = useState(false);
  const shown = all ? items : items?.slice(0, shownAtFirst);
  const hidden = (items?.length ?? 0) > (shown?.length ?? 0);
  const showMore = () => {
    if (hidden) setAll(true);
    else void query.fetchNextPage();
  };
  if (items?.length === 0 && !query.hasNextPage) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      <NotLoaded query={query} skeleton={<RowsSkeleton rows={2} />} />
      {shown && shown.length > 0 && (
        <ul className={classes.rows} aria-labelledby={heading} aria-busy={query.isPlaceholderData}>
          {shown.map(renderItem)}
        </ul>
      )}
      <LoadMore
        {...moreOf(query)}
        hasMore={hidden || query.hasNextPage}
        byButtonOnly
        onMore={showMore}
      />
    </section>
  );
}
