"use client";

import { useMediaQuery } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useCallback, useRef } from "react";
import { FilterChips } from "#components/people/filters/filter-chips.tsx";
import { FiltersAside } from "#components/people/filters-aside.tsx";
import { FiltersButton } from "#components/people/filters/filters-button.tsx";
import { FoundPeople } from "#components/people/found-people.tsx";
import classes from "#components/people/people-search.module.css";
import { usePeopleAddress } from "#components/people/filters/use-people-address.ts";
import { Card } from "#components/ui/card.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { asksForNobody, countOf, type FilterChange, withChange } from "#lib/people/filters.ts";
import type { FoundPersonAsOf } from "#lib/people/found-people.ts";
import { peopleSearchQuery } from "#lib/people/queries.ts";

/** As in people-search.module.css. */
const roomForFilters = "(min-width: 66em)";

interface PeopleSearchProps {
  renderActions: (person: FoundPersonAsOf) => ReactNode;
  /** What stands before everybody while nobody is asked for. */
  suggestions?: ReactNode;
  /** How high that is, is not known yet. */
  everybodyWaits?: boolean;
}

/** Finds members by name, places, years and work; the address keeps it all, to be shared and returned to. */
export function PeopleSearch({
  renderActions,
  suggestions,
  everybodyWaits = false,
}: PeopleSearchProps) {
  const t = useTranslations("People");
  const { words, setWords, filters, filterBy } = usePeopleAddress();
  const { isPlaceholderData } = useInfiniteQuery(peopleSearchQuery(useLocale(), filters));
  const isWide = useMediaQuery(roomForFilters, undefined, { getInitialValueInEffect: false });
  const hasPointer = useMediaQuery("(hover: hover)", undefined, { getInitialValueInEffect: false });
  const bar = useRef<HTMLDivElement>(null);
  const isAnybody = asksForNobody(filters);
  const change = useCallback(
    (changed: FilterChange) => filterBy(withChange(filters, changed)),
    [filterBy, filters],
  );
  const changeFromElsewhere = useCallback(
    (changed: FilterChange) => {
      change(changed);
      bar.current?.focus(); // what was pressed is gone
    },
    [change],
  );

  return (
    <div className={classes.layout}>
      <Card ref={bar} tabIndex={-1} role="search" aria-label={t("title")} className={classes.bar}>
        <SearchField
          label={t("search")}
          clearLabel={t("clearSearch")}
          value={words}
          busy={isPlaceholderData}
          // Words in the address come from the header's field, which has gone. By a finger one comes back with them.
          focused={isAnybody || (hasPointer && countOf(filters) === 0)}
          onChange={setWords}
        />
        <FilterChips filters={filters} onChange={changeFromElsewhere}>
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
        <div hidden={isAnybody && everybodyWaits}>
          <FoundPeople
            filters={filters}
            renderActions={renderActions}
            onChange={changeFromElsewhere}
          />
        </div>
      </div>
    </div>
  );
}
