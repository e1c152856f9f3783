"use client";

import { useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { createElement, memo, type ReactNode } from "react";
import { FilterChips } from "#components/people/filters/filter-chips.tsx";
import type { FilterFieldsProps } from "#components/people/filters/filter-fields.tsx";
import { FiltersButton } from "#components/people/filters/filters-button.tsx";
import { FoundPeople } from "#components/people/found-people.tsx";
import classes from "#components/people/people-search.module.css";
import {
  useFilterChange,
  usePeopleAddress,
} from "#components/people/filters/use-people-address.ts";
import { Card } from "#components/ui/card.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { useHasPointer } from "#components/ui/overlays/use-has-pointer.ts";
import { usePartOrFailure } from "#components/ui/on-demand/use-part-or-failure.ts";
import { countOf, findsEverybody } from "#lib/people/filters.ts";
import type { FoundPersonAsOf } from "#lib/people/people-pages.ts";
import { peopleSearchQuery } from "#lib/people/queries.ts";
import { routes } from "#lib/routes.ts";

/** Must match people-search.module.css. */
const roomForFilters = "(min-width: 66em)";

interface PeopleSearchProps {
  renderActions: (person: FoundPersonAsOf) => ReactNode;
  /** Shown above the list of everybody while there is no search. */
  suggestions?: ReactNode;
  /** A button to invite people who are not here yet, shown where nobody is found. */
  invite?: ReactNode;
  /** Whether the suggestions are still loading: they would push the list below them down. */
  everybodyWaits?: boolean;
}

/** Finds members by name, places, years and work. The address holds the search, so that it can be shared and reopened. */
export function PeopleSearch({
  renderActions,
  suggestions,
  invite,
  everybodyWaits = false,
}: PeopleSearchProps) {
  const t = useTranslations("People");
  const { words, setWords, filters, filterBy } = usePeopleAddress();
  const { isPlaceholderData } = useInfiniteQuery(peopleSearchQuery(useLocale(), filters));
  const isWide = useMediaQuery(roomForFilters, undefined, { getInitialValueInEffect: false });
  const hasPointer = useHasPointer();
  const isEverybody = findsEverybody(filters);
  const { bar, change, changeFromElsewhere } = useFilterChange(filters, filterBy);

  return (
    <>
      <Head />
      <div className={classes.layout}>
        <Card ref={bar} tabIndex={-1} role="search" aria-label={t("title")} className={classes.bar}>
          <SearchField
            label={t("search")}
            value={words}
            busy={isPlaceholderData}
            // Words in the address come from the search field of the header, which is then unmounted. On a touch screen
            // they come by Back.
            focused={isEverybody || (hasPointer && countOf(filters) === 0)}
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
          {isEverybody && suggestions}
          <div hidden={isEverybody && everybodyWaits}>
            <FoundPeople
              filters={filters}
              renderActions={renderActions}
              invite={invite}
              onChange={changeFromElsewhere}
            />
          </div>
        </div>
      </div>
    </>
  );
}

function Head() {
  const t = useTranslations("People");
  return (
    <div className={classes.head}>
      <RouteLink route={routes.friends()} className={classes.back}>
        <IconChevronLeft size={20} stroke={1.8} aria-hidden="true" />
        {t("backToFriends")}
      </RouteLink>
      <h1 className={classes.heading}>{t("title")}</h1>
    </div>
  );
}

const fetchFields = async () =>
  (await import("#components/people/filters/filter-fields.tsx")).FilterFields;

/** The filters beside the results. Memoized, so that typing a name does not render them again. */
const FiltersAside = memo(function FiltersAside(fields: FilterFieldsProps) {
  const t = useTranslations("People");
  const { part, failure } = usePartOrFailure(fetchFields);
  return (
    <Card as="section" aria-label={t("filters")} className={classes.filters}>
      <h2 className={classes.filtersTitle}>{t("filters")}</h2>
      {part && createElement(part, fields)}
      {!part && (failure ? <ErrorState {...failure} /> : <FieldsSkeleton />)}
    </Card>
  );
});

const fieldsShown = 6;

function FieldsSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {Array.from({ length: fieldsShown }, (_, field) => (
        <span key={field} className={classes.skeletonField} />
      ))}
    </div>
  );
}
