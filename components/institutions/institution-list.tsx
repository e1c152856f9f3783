"use client";

import { VisuallyHidden } from "@mantine/core";
import { IconBuilding, IconSearch } from "@tabler/icons-react";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/institutions/institution-results.module.css";
import { InstitutionRow } from "#components/institutions/institution-row.tsx";
import { EmptyState } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/load-more.tsx";
import type { Institution, InstitutionList as InstitutionPage } from "#lib/institutions/schema.ts";

interface InstitutionListProps {
  search: UseInfiniteQueryResult<InfiniteData<InstitutionPage>>;
  q: string;
  renderIcon: (institution: Institution) => ReactNode;
  wayOut?: ReactNode;
}

/** What was found; while something else is looked for, what was found before. */
export function InstitutionList({ search, q, renderIcon, wayOut }: InstitutionListProps) {
  const t = useTranslations("Institutions");
  const institutions = search.data?.pages.flatMap((page) => page.data) ?? [];
  const busy = search.isPlaceholderData;
  return (
    <>
      <VisuallyHidden role="status">
        {busy ? "" : t("shown", { count: institutions.length })}
      </VisuallyHidden>
      {institutions.length === 0 ? (
        <NothingFound q={q} wayOut={wayOut} />
      ) : (
        <ul className={classes.rows} aria-label={t("results")} aria-busy={busy}>
          {institutions.map((institution) => (
            <InstitutionRow
              key={institution.id}
              institution={institution}
              icon={renderIcon(institution)}
            />
          ))}
        </ul>
      )}
      <LoadMore
        {...moreOf(search)}
        hasMore={search.hasNextPage && !busy}
        label={t("showMore")}
        retryLabel={t("retry")}
        // Below the list stands the footer, which would be out of reach for ever.
        byButtonOnly
      />
    </>
  );
}

function NothingFound({ q, wayOut }: { q: string; wayOut: ReactNode }) {
  const t = useTranslations("Institutions");
  const Icon = q ? IconSearch : IconBuilding;
  return (
    <EmptyState
      icon={<Icon size={28} stroke={1.5} />}
      title={q ? t("nothingFound", { q }) : t("empty")}
      action={wayOut}
    />
  );
}
