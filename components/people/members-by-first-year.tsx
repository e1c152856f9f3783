"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import classes from "#components/people/institution-members.module.css";
import { useYearsText } from "#components/people/filters/use-years-text.ts";
import { Card } from "#components/ui/card.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import { detailOf } from "#components/ui/lists/timeline.tsx";
import type { InstitutionMemberAsOf } from "#lib/people/people-pages.ts";
import { membersByYear } from "#lib/people/members-by-year.ts";

interface MembersByFirstYearProps {
  members: readonly InstitutionMemberAsOf[];
  /** The result of `yearsOfGroup`. */
  years: number;
  busy: boolean;
  renderActions: (member: InstitutionMemberAsOf) => ReactNode;
}

/** Classmates first, then the others by the year they began. */
export function MembersByFirstYear({ members, years, ...rows }: MembersByFirstYearProps) {
  const t = useTranslations("People");
  const { classmates, groups } = membersByYear(members, years);
  return (
    <>
      {classmates.length > 0 && (
        <Card flush>
          <Group {...rows} title={t("classmates")} members={classmates} />
        </Card>
      )}
      {groups.length > 0 && (
        <Card flush>
          {groups.map(({ from, to, members: begun }) => (
            <Group
              key={from}
              {...rows}
              title={
                from === to
                  ? t("begunIn", { year: String(from) })
                  : t("begunBetween", { start: String(from), end: String(to) })
              }
              members={begun}
            />
          ))}
        </Card>
      )}
    </>
  );
}

type GroupProps = Omit<MembersByFirstYearProps, "years"> & { title: string };

function Group({ title, members, busy, renderActions }: GroupProps) {
  const titleId = useId();
  const detail = useStudiesText();
  return (
    <section aria-labelledby={titleId} className={classes.group}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      <PersonRows label={title} busy={busy}>
        {members.map((member) => (
          <PersonRow
            key={member.id}
            person={member}
            detail={
              <span className={classes.detail} title={detail(member)}>
                {detail(member)}
              </span>
            }
          >
            {renderActions(member)}
          </PersonRow>
        ))}
      </PersonRows>
    </section>
  );
}

/** "2014–2018 · Физика". */
function useStudiesText(): (member: InstitutionMemberAsOf) => string {
  const yearsText = useYearsText();
  return (member) => detailOf(yearsText(member), member.speciality ?? undefined);
}
