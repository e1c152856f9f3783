"use client";

import { Button, VisuallyHidden } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useRef } from "react";
import classes from "#components/classes/class-roster.module.css";
import { Card } from "#components/ui/card.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useAddressWords } from "#components/ui/forms/use-address-words.ts";
import { EmptyState, NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { detailOf } from "#components/ui/lists/timeline.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { MarkedOnDemand } from "#components/ui/people/marked-on-demand.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import type { AsOf } from "#lib/api/as-of.ts";
import { pushAddress, setSearchParams } from "#lib/browser/set-search-params.ts";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import { classMembersQuery } from "#lib/classes/queries.ts";
import type { ClassDetails, ClassMember } from "#lib/classes/schema.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { peopleOf } from "#lib/members/newest-rows.ts";
import { optionalStudyGroup, studyGroupKey } from "#lib/members/study-group.ts";

type ClassMemberAsOf = AsOf<ClassMember>;

/** The study group that the address asks for; empty for the whole class, and where no group can be called so. */
export const useChosenGroup = () =>
  optionalStudyGroup.safeParse(useSearchParams().get("group")).data ?? "";

interface ClassRosterProps {
  place: ClassAddress;
  details: Pick<ClassDetails, "total" | "groups"> | undefined;
  renderActions: (member: ClassMemberAsOf) => ReactNode;
}

/** The members of a class, by study group and by name; the address holds both filters. */
export function ClassRoster({ place, details, renderActions }: ClassRosterProps) {
  const t = useTranslations("Classes");
  const group = useChosenGroup();
  const { q, words, setWords } = useAddressWords();
  const list = useInfiniteQuery(classMembersQuery(useLocale(), place, { group, q }));
  const failure = useLoadFailure(list);
  const members = failure ? undefined : list.data && peopleOf(list.data.pages);
  const busy = list.isPlaceholderData;
  const card = useRef<HTMLDivElement>(null);
  const showAll = () => {
    setWords("");
    setSearchParams({ group: "" }, pushAddress);
    card.current?.focus();
  };
  return (
    <Card as="section" flush ref={card} tabIndex={-1} aria-label={t("roster")}>
      <div className={classes.filters}>
        {details && details.groups.length > 0 && <Groups details={details} chosen={group} />}
        <SearchField label={t("search")} value={words} busy={busy} onChange={setWords} />
      </div>
      <VisuallyHidden role="status">
        {members && !busy && t("shown", { count: members.length })}
      </VisuallyHidden>
      <NotLoaded query={list} skeleton={<RowsSkeleton rows={6} />} />
      {members?.length === 0 && (
        <EmptyState
          Icon={IconUsers}
          title={t(q || group ? "nobodyFound" : "nobody")}
          action={
            (q || group) && (
              <Button variant="default" onClick={showAll}>
                {t("showAll")}
              </Button>
            )
          }
        />
      )}
      {members && members.length > 0 && (
        <PersonRows label={t("roster")} busy={busy}>
          {members.map((member) => (
            <PersonRow
              key={member.id}
              person={member}
              name={<MarkedOnDemand text={member.fullname} q={q} />}
              detail={detailOf(
                member.group ?? undefined,
                member.status === "self" ? t("you") : undefined,
              )}
            >
              {member.status !== "self" && renderActions(member)}
            </PersonRow>
          ))}
        </PersonRows>
      )}
      <LoadMore {...moreOf(list)} hasMore={list.hasNextPage && !busy} />
    </Card>
  );
}

interface GroupsProps {
  details: Pick<ClassDetails, "total" | "groups">;
  chosen: string;
}

function Groups({ details: { total, groups }, chosen }: GroupsProps) {
  const t = useTranslations("Classes");
  const key = studyGroupKey(chosen);
  const chips = [{ name: "", total }, ...groups];
  return (
    <div role="group" aria-label={t("groups")} className={classes.groups}>
      {chips.map(({ name, total: count }) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          aria-pressed={studyGroupKey(name) === key}
          onClick={() => setSearchParams({ group: name }, pushAddress)}
        >
          {name || t("all")}
          <span className={classes.count}>{formatNumber(count)}</span>
        </button>
      ))}
    </div>
  );
}
