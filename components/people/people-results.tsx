"use client";

import { Button, VisuallyHidden } from "@mantine/core";
import { IconBriefcase, IconSchool, IconSearch, IconUsers } from "@tabler/icons-react";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useYearsText } from "#components/people/filters/use-years-text.ts";
import { MarkedText } from "#components/ui/people/marked-text.tsx";
import { EmptyState } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import { PresenceText } from "#components/ui/people/presence-text.tsx";
import { ReasonLine } from "#components/ui/reason-line.tsx";
import { countOf, type Filters, type PeopleFilters } from "#lib/people/filters.ts";
import { peopleOf } from "#lib/members/newest-rows.ts";
import type { FoundPersonAsOf, PeoplePage } from "#lib/people/people-pages.ts";
import type { FoundPerson } from "#lib/people/schema.ts";

interface PeopleResultsProps {
  search: UseInfiniteQueryResult<InfiniteData<PeoplePage>>;
  filters: PeopleFilters;
  renderActions: (person: FoundPersonAsOf) => ReactNode;
  onClearFilters: () => void;
  /** A button to invite people who are not here yet. */
  invite?: ReactNode;
}

/** The results; while a new search loads, the former ones. */
export function PeopleResults({ search, filters, renderActions, ...nobody }: PeopleResultsProps) {
  const t = useTranslations("People");
  const people = peopleOf(search.data?.pages ?? []);
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
      <LoadMore {...moreOf(search)} hasMore={search.hasNextPage && !busy} />
    </>
  );
}

function NobodyFound({
  filters,
  onClearFilters,
  invite,
}: Pick<PeopleResultsProps, "filters" | "onClearFilters" | "invite">) {
  const t = useTranslations("People");
  const { q } = filters;
  if (countOf(filters) > 0)
    return (
      <EmptyState
        Icon={IconSearch}
        title={t("nothingByFilters")}
        action={
          <>
            <Button variant="default" onClick={onClearFilters}>
              {t("clearFilters")}
            </Button>
            {invite}
          </>
        }
      />
    );
  return (
    <EmptyState
      Icon={q ? IconSearch : IconUsers}
      title={q ? t("nothingFound", { q }) : t("empty")}
      action={invite}
    />
  );
}

interface FoundReasonsProps {
  person: FoundPerson;
  filters: Filters;
}

/** Why a person was found: the matching education and job first; for a person with neither, the presence. */
function FoundReasons({ person, filters }: FoundReasonsProps) {
  const t = useTranslations("People");
  const yearsText = useYearsText();
  const { education, job } = person;
  if (!education && !job) return <PresenceText person={person} />;
  const studied = education && (
    <ReasonLine Icon={IconSchool} whole={yearsText(education)}>
      {t("studied", { name: education.object.name })}
    </ReasonLine>
  );
  const worked = job && (
    <ReasonLine Icon={IconBriefcase}>
      {t("worked", { position: job.position.name, company: job.company })}
    </ReasonLine>
  );
  const { sphere_id, position_id, object_id, start, end } = filters;
  const isByWork = (sphere_id ?? position_id) !== undefined;
  const isByStudies = (object_id ?? start ?? end) !== undefined;
  const isWorkFirst = isByWork && !isByStudies;
  return (
    <>
      {isWorkFirst && worked}
      {studied}
      {!isWorkFirst && worked}
    </>
  );
}
