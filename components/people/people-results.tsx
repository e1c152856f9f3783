"use client";

import { Button, VisuallyHidden } from "@mantine/core";
import { IconSearch, IconUsers } from "@tabler/icons-react";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FoundReasons } from "#components/people/found-reasons.tsx";
import { MarkedText } from "#components/ui/people/marked-text.tsx";
import { EmptyState } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/load-more.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import { countOf, type PeopleFilters } from "#lib/people/filters.ts";
import { foundPeople, type FoundPersonAsOf, type PeoplePage } from "#lib/people/found-people.ts";

interface PeopleResultsProps {
  search: UseInfiniteQueryResult<InfiniteData<PeoplePage>>;
  filters: PeopleFilters;
  renderActions: (person: FoundPersonAsOf) => ReactNode;
  onClearFilters: () => void;
}

/** What was found; while something else is looked for, what was found before. */
export function PeopleResults({ search, filters, renderActions, ...nobody }: PeopleResultsProps) {
  const t = useTranslations("People");
  const people = foundPeople(search.data?.pages ?? []);
  const busy = search.isPlaceholderData;
  return (
    <>
      <VisuallyHidden role="status">
        {busy ? "" : t("shown", { count: people.length })}
      </VisuallyHidden>
      {people.length === 0 ? (
        <NobodyFound filters={filters} {...nobody} />
      ) : (
        <PersonRows label={t("results")} busy={busy}>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              name={<MarkedText text={person.fullname} q={filters.q} />}
              detail={<FoundReasons person={person} filters={filters} />}
            >
              {renderActions(person)}
            </PersonRow>
          ))}
        </PersonRows>
      )}
      <LoadMore
        {...moreOf(search)}
        hasMore={search.hasNextPage && !busy}
        label={t("showMore")}
        retryLabel={t("retry")}
      />
    </>
  );
}

function NobodyFound({
  filters,
  onClearFilters,
}: Pick<PeopleResultsProps, "filters" | "onClearFilters">) {
  const t = useTranslations("People");
  const { q } = filters;
  if (countOf(filters) > 0)
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.5} />}
        title={t("nothingByFilters")}
        action={
          <Button variant="default" onClick={onClearFilters}>
            {t("clearFilters")}
          </Button>
        }
      />
    );
  const Icon = q ? IconSearch : IconUsers;
  return (
    <EmptyState
      icon={<Icon size={28} stroke={1.5} />}
      title={q ? t("nothingFound", { q }) : t("empty")}
    />
  );
}
