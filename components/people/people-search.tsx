"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { PeopleResults } from "#components/people/people-results.tsx";
import classes from "#components/people/people-search.module.css";
import { Card } from "#components/ui/card.tsx";
import { ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { SearchField } from "#components/ui/search-field.tsx";
import type { FoundPersonAsOf } from "#lib/people/found-people.ts";
import { peopleSearchQuery } from "#lib/people/queries.ts";

const typingPauseMs = 150;

/** Finds members by name; the address keeps the words, so that it can be shared and returned to. */
export function PeopleSearch({
  renderActions,
}: {
  renderActions: (person: FoundPersonAsOf) => ReactNode;
}) {
  const t = useTranslations("People");
  const locale = useLocale();
  const asked = useSearchParams().get("q") ?? "";
  const [words, setWords] = useState(asked);
  const [q] = useDebouncedValue(words.trim(), typingPauseMs);
  const search = useInfiniteQuery(peopleSearchQuery(locale, q));
  useEffect(() => keepInAddress(q), [q]);

  return (
    <Card flush as="section" aria-label={t("title")} data-people-search>
      <div className={classes.search}>
        <SearchField
          label={t("search")}
          clearLabel={t("clearSearch")}
          value={words}
          busy={search.isPlaceholderData}
          focused={asked === ""}
          onChange={setWords}
        />
      </div>
      {search.isPending && <RowsSkeleton rows={6} />}
      {search.isError && !search.data && (
        <ErrorState message={search.error.message} onRetry={() => void search.refetch()} />
      )}
      {search.data && <PeopleResults search={search} q={q} renderActions={renderActions} />}
    </Card>
  );
}

function keepInAddress(q: string): void {
  const url = new URL(window.location.href);
  if ((url.searchParams.get("q") ?? "") === q) return;
  if (q) url.searchParams.set("q", q);
  else url.searchParams.delete("q");
  window.history.replaceState(null, "", url);
}
