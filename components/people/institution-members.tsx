"use client";

import { Button, VisuallyHidden } from "@mantine/core";
import { IconCalendarOff, IconUsers } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useMemo } from "react";
import classes from "#components/people/institution-members.module.css";
import { MembersByFirstYear } from "#components/people/members-by-first-year.tsx";
import { useSearchFailure } from "#components/people/use-search-failure.ts";
import { Card } from "#components/ui/card.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { EmptyState, ErrorCard, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { pushAddress, setSearchParams } from "#lib/browser/set-search-params.ts";
import { filtersOf, withChange } from "#lib/people/filters.ts";
import { peopleOf } from "#lib/members/newest-rows.ts";
import type { InstitutionMemberAsOf } from "#lib/people/people-pages.ts";
import { yearsOfGroup } from "#lib/people/members-by-year.ts";
import { institutionMembersQuery, type StudyYearsFilter } from "#lib/people/queries.ts";
import type { Route } from "#lib/routes.ts";

const loadYears = async () =>
  (await import("#components/people/filters/year-fields.tsx")).YearFields;
const YearFields = dynamic(loadYears, {
  ssr: false,
  loading: () => <div className={classes.yearsRoom} />,
});

interface InstitutionMembersProps {
  institutionId: number;
  /** The class of a reader who is the only member; the list leaves the reader out. */
  classOfOnly?: Route | null;
  renderActions: (member: InstitutionMemberAsOf) => ReactNode;
}

/** The members of an institution and their years, classmates first; the address holds the chosen years. */
export function InstitutionMembers({
  institutionId,
  classOfOnly = null,
  renderActions,
}: InstitutionMembersProps) {
  const t = useTranslations("People");
  const { years, change } = useYearsAddress();
  const list = useInfiniteQuery(institutionMembersQuery(useLocale(), institutionId, years));
  const failure = useSearchFailure(list);
  const members = list.data && !failure && peopleOf(list.data.pages);
  const busy = list.isPlaceholderData;
  const clear = () => change({ start: undefined, end: undefined });
  return (
    <>
      <Card className={classes.years}>
        <YearFields years={years} onChange={change} />
      </Card>
      <VisuallyHidden role="status">
        {members && !busy && t("shown", { count: members.length })}
      </VisuallyHidden>
      {list.isPending && !failure && (
        <Card flush>
          <RowsSkeleton rows={6} />
        </Card>
      )}
      {failure && <ErrorCard {...failure} onRetry={() => void list.refetch()} />}
      {members && members.length === 0 && (
        <Card>
          {classOfOnly && Object.keys(years).length === 0 ? (
            <OnlyReader classOfOnly={classOfOnly} />
          ) : (
            <Nobody inYears={Object.keys(years).length > 0} onClear={clear} />
          )}
        </Card>
      )}
      {members && members.length > 0 && (
        <MembersByFirstYear
          members={members}
          // Depends on the first page alone, which stays while further ones load.
          years={yearsOfGroup(list.data.pages[0]?.data ?? [])}
          busy={busy}
          renderActions={renderActions}
        />
      )}
      <LoadMore {...moreOf(list)} hasMore={list.hasNextPage && !busy} />
    </>
  );
}

function Nobody({ inYears, onClear }: { inYears: boolean; onClear: () => void }) {
  const t = useTranslations("People");
  return (
    <EmptyState
      Icon={inYears ? IconCalendarOff : IconUsers}
      title={t(inYears ? "nobodyInYears" : "nobodyStudied")}
      action={
        inYears && (
          <Button variant="default" onClick={onClear}>
            {t("allYears")}
          </Button>
        )
      }
    />
  );
}

function OnlyReader({ classOfOnly }: { classOfOnly: Route }) {
  const t = useTranslations("People");
  return (
    <EmptyState
      Icon={IconUsers}
      title={t("onlyYouStudied")}
      action={
        <Button component={RouteLink} route={classOfOnly} variant="default">
          {t("toOwnClass")}
        </Button>
      }
    />
  );
}

/** The years of study in the address; Back reverts a change. Suspends while prerendering. */
function useYearsAddress() {
  const query = useSearchParams();
  const years = useMemo(() => yearsOf(query), [query]);
  const change = (changed: { start?: number | undefined; end?: number | undefined }) => {
    const { start, end } = withChange({ ...years, q: "" }, changed);
    setSearchParams({ start: String(start ?? ""), end: String(end ?? "") }, pushAddress);
  };
  return { years, change };
}

function yearsOf(query: URLSearchParams): StudyYearsFilter {
  const { start, end } = filtersOf(query);
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}
