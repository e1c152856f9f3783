"use client";

import { Button, VisuallyHidden } from "@mantine/core";
import { IconCalendarOff, IconUsers } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { createElement, type ReactNode, useMemo } from "react";
import {
  useFilterChange,
  usePeopleAddress,
} from "#components/people/filters/use-people-address.ts";
import type { YearFieldsProps } from "#components/people/filters/year-fields.tsx";
import { FoundPeople } from "#components/people/found-people.tsx";
import classes from "#components/people/institution-members.module.css";
import { MembersByFirstYear } from "#components/people/members-by-first-year.tsx";
import { Card } from "#components/ui/card.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { EmptyState, ErrorCard, ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { usePartOrFailure } from "#components/ui/on-demand/use-part-or-failure.ts";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { type FilterChange, without } from "#lib/people/filters.ts";
import { peopleOf } from "#lib/members/newest-rows.ts";
import type { FoundPersonAsOf, InstitutionMemberAsOf } from "#lib/people/people-pages.ts";
import { yearsOfGroup } from "#lib/people/members-by-year.ts";
import {
  institutionMembersQuery,
  peopleSearchQuery,
  type StudyYearsFilter,
} from "#lib/people/queries.ts";
import type { Route } from "#lib/routes.ts";

const fetchYears = async () =>
  (await import("#components/people/filters/year-fields.tsx")).YearFields;

interface InstitutionMembersProps {
  institutionId: number;
  /** The institution in a search by name, which may be another than the list is asked of. */
  searchedId?: number;
  /** The class of a reader who is the only member; the list leaves the reader out. */
  classOfOnly?: Route | null;
  renderActions: (person: InstitutionMemberAsOf | FoundPersonAsOf) => ReactNode;
}

/** The members of an institution, by years and by name; the address holds both filters. */
export function InstitutionMembers(props: InstitutionMembersProps) {
  const { institutionId, searchedId = institutionId, renderActions } = props;
  const t = useTranslations("People");
  const { words, setWords, filters, filterBy } = usePeopleAddress();
  const { q, start, end } = filters;
  const years = useMemo(
    () => ({ ...(start !== undefined && { start }), ...(end !== undefined && { end }) }),
    [start, end],
  );
  const shown = useMemo(() => ({ ...years, q }), [years, q]);
  const search = useInfiniteQuery({
    ...peopleSearchQuery(useLocale(), { ...shown, object_id: searchedId }),
    enabled: q !== "",
  });
  const { bar, change, changeFromElsewhere } = useFilterChange(shown, filterBy);
  return (
    <>
      <Card
        ref={bar}
        tabIndex={-1}
        role="search"
        aria-label={t("findHere")}
        className={classes.bar}
      >
        <SearchField
          label={t("search")}
          value={words}
          busy={q !== "" && (search.isLoading || search.isPlaceholderData)}
          onChange={setWords}
        />
        <Years years={years} onChange={change} />
      </Card>
      {q === "" ? (
        <AllMembers {...props} years={years} onChange={changeFromElsewhere} />
      ) : (
        <FoundPeople
          filters={shown}
          withinId={searchedId}
          renderActions={renderActions}
          onChange={changeFromElsewhere}
        />
      )}
    </>
  );
}

function Years(props: YearFieldsProps) {
  const { part, failure } = usePartOrFailure(fetchYears);
  if (part) return createElement(part, props);
  return failure ? <ErrorState {...failure} /> : <div className={classes.yearsRoom} />;
}

interface AllMembersProps extends InstitutionMembersProps {
  years: StudyYearsFilter;
  onChange: (change: FilterChange) => void;
}

/** Classmates first, then the others by the year they began. */
function AllMembers({
  institutionId,
  classOfOnly = null,
  renderActions,
  years,
  onChange,
}: AllMembersProps) {
  const t = useTranslations("People");
  const list = useInfiniteQuery(institutionMembersQuery(useLocale(), institutionId, years));
  const failure = useLoadFailure(list);
  const members = list.data && !failure && peopleOf(list.data.pages);
  const busy = list.isPlaceholderData;
  return (
    <>
      <VisuallyHidden role="status">
        {members && !busy && t("shown", { count: members.length })}
      </VisuallyHidden>
      {list.isPending && !failure && (
        <Card flush>
          <RowsSkeleton rows={6} />
        </Card>
      )}
      {failure && <ErrorCard {...failure} />}
      {members && members.length === 0 && (
        <Card>
          {classOfOnly && Object.keys(years).length === 0 ? (
            <OnlyReader classOfOnly={classOfOnly} />
          ) : (
            <Nobody
              inYears={Object.keys(years).length > 0}
              onClear={() => onChange(without(["start", "end"]))}
            />
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
