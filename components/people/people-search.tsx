"use client";

import { useMediaQuery } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { FilterChips } from "#components/people/filter-chips.tsx";
import { FiltersAside } from "#components/people/filters-aside.tsx";
import { FiltersButton } from "#components/people/filters-button.tsx";
import { PeopleResults } from "#components/people/people-results.tsx";
import classes from "#components/people/people-search.module.css";
import { usePeopleAddress } from "#components/people/use-people-address.ts";
import { Card } from "#components/ui/card.tsx";
import { ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { SearchField } from "#components/ui/search-field.tsx";
import { asksForNobody, type FilterChange, withChange } from "#lib/people/filters.ts";
import type { FoundPersonAsOf } from "#lib/people/found-people.ts";
import { peopleSearchQuery } from "#lib/people/queries.ts";

/** As in people-search.module.css. */
const roomForFilters = "(min-width: 66em)";

interface PeopleSearchProps {
  renderActions: (person: FoundPersonAsOf) => ReactNode;
  /** What stands before everybody while nobody is asked for. */
  suggestions?: ReactNode;
}

/** Finds members by name, places, years and work; the address keeps it all, to be shared and returned to. */
export function PeopleSearch({ renderActions, suggestions }: PeopleSearchProps) {
  const t = useTranslations("People");
  const { words, setWords, filters, filterBy } = usePeopleAddress();
  const search = useInfiniteQuery(peopleSearchQuery(useLocale(), filters));
  const isWide = useMediaQuery(roomForFilters, undefined, { getInitialValueInEffect: false });
  const bar = useRef<HTMLDivElement>(null);
  const isAnybody = asksForNobody(filters);
  const change = (changed: FilterChange) => filterBy(withChange(filters, changed));
  const changeFromBar = (changed: FilterChange) => {
    change(changed);
    bar.current?.focus(); // what was pressed is gone
  };

  return (
    <div className={classes.layout} data-people-search>
      <Card ref={bar} tabIndex={-1} role="search" aria-label={t("title")} className={classes.bar}>
        <SearchField
          label={t("search")}
          clearLabel={t("clearSearch")}
          value={words}
          busy={search.isPlaceholderData}
          focused={isAnybody}
          onChange={setWords}
        />
        <FilterChips filters={filters} onChange={changeFromBar}>
          {!isWide && <FiltersButton filters={filters} onChange={filterBy} />}
        </FilterChips>
      </Card>
      {isWide && (
        <div className={classes.aside}>
          <FiltersAside filters={filters} onChange={change} />
        </div>
      )}
      <div className={classes.found}>
        {isAnybody && suggestions}
        <Card flush as="section" aria-label={t(isAnybody ? "everybody" : "results")}>
          {isAnybody && <h2 className={classes.title}>{t("everybody")}</h2>}
          {search.isPending && <RowsSkeleton rows={6} />}
          {search.isError && !search.data && (
            <ErrorState message={search.error.message} onRetry={() => void search.refetch()} />
          )}
          {search.data && (
            <PeopleResults
              search={search}
              filters={filters}
              renderActions={renderActions}
              onClearFilters={() => {
                filterBy({});
                bar.current?.focus();
              }}
            />
          )}
        </Card>
      </div>
    </div>
  );
}
