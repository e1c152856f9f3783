"use client";

import { IconBuilding, IconSearch } from "@tabler/icons-react";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/institutions/institution-results.module.css";
import { InstitutionLineOnDemand } from "#components/params/institution-line-on-demand.tsx";
import { LightButton } from "#components/ui/controls/light-button.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { EmptyState } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { formatNumber } from "#lib/i18n/numbers.ts";
import type {
  Institution,
  InstitutionList,
  InstitutionRow as Shown,
} from "#lib/institutions/schema.ts";
import { routes } from "#lib/routes.ts";

interface InstitutionResultsProps {
  search: UseInfiniteQueryResult<InfiniteData<InstitutionList>>;
  q: string;
  /** Shown under a title of their own before all the others. */
  popular?: readonly Shown[];
  renderIcon: (institution: Institution) => ReactNode;
  onClear: () => void;
}

/** The results; while a new search loads, the former ones. */
export function InstitutionResults({
  search,
  q,
  popular = [],
  renderIcon,
  onClear,
}: InstitutionResultsProps) {
  const t = useTranslations("Institutions");
  const institutions = search.data?.pages.flatMap((page) => page.data) ?? [];
  const busy = search.isPlaceholderData;
  return (
    <>
      <div role="status" className={classes.announced}>
        {busy ? "" : t("shown", { count: institutions.length })}
      </div>
      {popular.length > 0 && (
        <>
          <h3 className={classes.group}>{t("popular")}</h3>
          <ul className={classes.rows} aria-label={t("popular")}>
            {popular.map((institution) => (
              <InstitutionItem
                key={institution.id}
                institution={institution}
                icon={renderIcon(institution)}
              />
            ))}
          </ul>
          <h3 className={classes.group}>{t("byName")}</h3>
        </>
      )}
      {institutions.length === 0 ? (
        <NothingFound q={q} onClear={onClear} />
      ) : (
        <ul className={classes.rows} aria-label={t("results")} aria-busy={busy}>
          {institutions.map((institution) => (
            <InstitutionItem
              key={institution.id}
              institution={institution}
              q={q}
              isOfFormerWords={busy}
              icon={renderIcon(institution)}
            />
          ))}
        </ul>
      )}
      <LoadMore
        {...moreOf(search)}
        hasMore={search.hasNextPage && !busy}
        // Loading on scroll would keep the footer below the list out of reach.
        byButtonOnly
      />
    </>
  );
}

function NothingFound({ q, onClear }: Pick<InstitutionResultsProps, "q" | "onClear">) {
  const t = useTranslations("Institutions");
  return (
    <EmptyState
      Icon={q ? IconSearch : IconBuilding}
      title={q ? t("nothingFound", { q }) : t("empty")}
      action={
        q && (
          <LightButton variant="default" onClick={onClear}>
            {t("clearSearch")}
          </LightButton>
        )
      }
    />
  );
}

interface InstitutionItemProps {
  institution: Shown;
  /** The words that found it. */
  q?: string;
  isOfFormerWords?: boolean;
  /** The icon of the institution's kind. */
  icon?: ReactNode;
}

/** The whole row links to the page of the institution. */
function InstitutionItem({
  institution,
  q = "",
  isOfFormerWords = false,
  icon,
}: InstitutionItemProps) {
  const t = useTranslations("Institutions");
  const { id, name, establishment, region, members } = institution;
  const found = { name, detail: `${establishment.name} · ${region.name}`, q, isOfFormerWords };
  return (
    <li className={classes.row}>
      <span className={classes.icon} aria-hidden="true">
        {icon ?? <IconBuilding size={22} stroke={1.6} />}
      </span>
      <div className={classes.text}>
        <h3 className={classes.name}>
          <RouteLink route={routes.institution(id)} className={classes.link}>
            <InstitutionLineOnDemand {...found} line="name" />
          </RouteLink>
        </h3>
        <p className={classes.detail}>
          <InstitutionLineOnDemand {...found} line="detail" />
        </p>
      </div>
      {typeof members === "number" && (
        <span className={classes.members}>
          {t("membersThere", { total: formatNumber(members) })}
        </span>
      )}
    </li>
  );
}
