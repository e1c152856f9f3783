"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { InstitutionResults } from "#components/institutions/institution-results.tsx";
import classes from "#components/institutions/institution-results.module.css";
import { InstitutionSkeleton } from "#components/institutions/institution-skeleton.tsx";
import { useAddressWords } from "#components/ui/forms/use-address-words.ts";
import { Card } from "#components/ui/card.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { institutionsQuery, popularQuery } from "#lib/institutions/queries.ts";
import type { Institution } from "#lib/institutions/schema.ts";

interface InstitutionsProps {
  /** Without either, institutions of every kind or of the whole country are shown. A region includes its districts. */
  establishmentId?: number | undefined;
  regionId?: number | undefined;
  /** The icon of an institution's kind. */
  renderIcon: (institution: Institution) => ReactNode;
}

/** Institutions of a kind and a region, by name, with a search whose words the address holds. */
export function Institutions({ establishmentId, regionId, ...list }: InstitutionsProps) {
  const t = useTranslations("Institutions");
  const { q, words, setWords } = useAddressWords();
  const locale = useLocale();
  const search = useInfiniteQuery(institutionsQuery(locale, { establishmentId, regionId, q }));
  const failure = useLoadFailure(search);
  // The most popular ones stand before the whole list, not before a filtered one.
  const isWhole = establishmentId === undefined && regionId === undefined && q === "";
  const popular = useQuery({ ...popularQuery(locale), enabled: isWhole });
  const place = useRef<HTMLDivElement>(null);
  return (
    <Card flush ref={place} tabIndex={-1}>
      <div className={classes.search}>
        <SearchField
          label={t("search")}
          value={words}
          busy={search.isPlaceholderData}
          onChange={setWords}
        />
      </div>
      <NotLoaded query={search} skeleton={<InstitutionSkeleton />} waits={popular.isLoading} />
      {search.data && !failure && !popular.isLoading && (
        <InstitutionResults
          search={search}
          q={q}
          popular={isWhole ? (popular.data?.popular ?? []) : []}
          onClear={() => {
            setWords("");
            place.current?.focus();
          }}
          {...list}
        />
      )}
    </Card>
  );
}
