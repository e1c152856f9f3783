"use client";

import { VisuallyHidden } from "@mantine/core";
import { IconSearch, IconUsers } from "@tabler/icons-react";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptyState } from "#components/ui/list-states.tsx";
import { LoadMore } from "#components/ui/load-more.tsx";
import { PersonRow, PersonRows } from "#components/ui/person-row.tsx";
import { PresenceText } from "#components/ui/presence-text.tsx";
import { foundPeople, type FoundPersonAsOf, type PeoplePage } from "#lib/people/found-people.ts";

interface PeopleResultsProps {
  search: UseInfiniteQueryResult<InfiniteData<PeoplePage>>;
  q: string;
  renderActions: (person: FoundPersonAsOf) => ReactNode;
}

/** What was found; while other words are looked for, what the former ones found. */
export function PeopleResults({ search, q, renderActions }: PeopleResultsProps) {
  const t = useTranslations("People");
  const people = foundPeople(search.data?.pages ?? []);
  const busy = search.isPlaceholderData;
  return (
    <>
      <VisuallyHidden role="status">
        {busy ? "" : t("shown", { count: people.length })}
      </VisuallyHidden>
      {people.length === 0 ? (
        <NobodyFound q={q} />
      ) : (
        <PersonRows label={t("results")} busy={busy}>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} detail={<PresenceText person={person} />}>
              {renderActions(person)}
            </PersonRow>
          ))}
        </PersonRows>
      )}
      <LoadMore
        hasMore={search.hasNextPage && !busy}
        loading={search.isFetchingNextPage}
        failure={search.isFetchNextPageError ? search.error.message : null}
        label={t("showMore")}
        retryLabel={t("retry")}
        onMore={() => void search.fetchNextPage()}
      />
    </>
  );
}

function NobodyFound({ q }: { q: string }) {
  const t = useTranslations("People");
  const Icon = q ? IconSearch : IconUsers;
  return (
    <EmptyState
      icon={<Icon size={28} stroke={1.5} />}
      title={q ? t("nothingFound", { q }) : t("empty")}
    />
  );
}
