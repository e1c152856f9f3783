"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useTypedWords } from "#components/ui/forms/use-address-words.ts";
import { goOnTo } from "#lib/browser/history-layers.ts";
import { setSearchParams } from "#lib/browser/set-search-params.ts";
import {
  type FilterChange,
  type Filters,
  filtersOf,
  type PeopleFilters,
  searchParamsOf,
  withChange,
} from "#lib/people/filters.ts";

/** Short enough that results appear within 150 ms of the last key, with the answer of the server. */
const pauseMs = 60;

/**
 * The search, which the address holds. `words` follow the typing, and `filters.q` follows when it pauses. Back does not
 * revert words letter by letter, but reverts each change of a filter. Suspends while prerendering.
 */
export function usePeopleAddress() {
  const query = useSearchParams();
  const inAddress = useMemo(() => filtersOf(query), [query]);
  const { words, q, setWords, setQ } = useTypedWords(inAddress.q, pauseMs, (wanted) =>
    setSearchParams({ q: wanted }),
  );
  const filters = useMemo(() => ({ ...inAddress, q }), [inAddress, q]);
  const typed = useRef(words);
  useEffect(() => {
    typed.current = words;
  }, [words]);
  // Stays the same function during typing, so that its consumers do not render with every letter.
  const filterBy = useCallback(
    (chosen: Filters) => {
      const wanted = typed.current.trim();
      setQ(wanted);
      setSearchParams(searchParamsOf({ ...chosen, q: wanted }), goOnTo);
    },
    [setQ],
  );
  return { words, setWords, filters, filterBy };
}

/**
 * Changes the filters that are shown. `change` is for the search bar itself. `changeFromElsewhere` is for what is unmounted
 * when it is pressed: the focus goes to `bar`.
 */
export function useFilterChange(filters: PeopleFilters, filterBy: (chosen: Filters) => void) {
  const bar = useRef<HTMLDivElement>(null);
  const change = useCallback(
    (changed: FilterChange) => filterBy(withChange(filters, changed)),
    [filterBy, filters],
  );
  const changeFromElsewhere = useCallback(
    (changed: FilterChange) => {
      change(changed);
      bar.current?.focus();
    },
    [change],
  );
  return { bar, change, changeFromElsewhere };
}
