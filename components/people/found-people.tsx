"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { PeopleResults } from "#components/people/people-results.tsx";
import classes from "#components/people/people-search.module.css";
import { Card } from "#components/ui/card.tsx";
import { ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import {
  findsEverybody,
  type FilterChange,
  type PeopleFilters,
  withoutAll,
} from "#lib/people/filters.ts";
import type { FoundPersonAsOf } from "#lib/people/people-pages.ts";
import { peopleSearchQuery } from "#lib/people/queries.ts";

interface FoundPeopleProps {
  filters: PeopleFilters;
  /** The institution whose page it is, to which the search keeps besides its filters. */
  withinId?: number;
  renderActions: (person: FoundPersonAsOf) => ReactNode;
  invite?: ReactNode;
  onChange: (change: FilterChange) => void;
}

/** The list in its four states. Memoized, because dozens of rows must not render with every typed letter. */
export const FoundPeople = memo(function FoundPeople(props: FoundPeopleProps) {
  const { filters, withinId, renderActions, invite, onChange } = props;
  const t = useTranslations("People");
  const asked = withinId === undefined ? filters : { ...filters, object_id: withinId };
  const search = useInfiniteQuery(peopleSearchQuery(useLocale(), asked));
  const failure = useLoadFailure(search);
  const isEverybody = findsEverybody(asked);
  return (
    <Card flush as="section" aria-label={t(isEverybody ? "everybody" : "results")}>
      {isEverybody && <h2 className={classes.title}>{t("everybody")}</h2>}
      {failure && <ErrorState {...failure} />}
      {search.isPending && !failure && <RowsSkeleton rows={6} />}
      {search.data && !failure && (
        <PeopleResults
          search={search}
          filters={filters}
          renderActions={renderActions}
          invite={invite}
          onClearFilters={() => onChange(withoutAll)}
        />
      )}
    </Card>
  );
});
