"use client";

import { IconBriefcase, IconSchool } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ReasonLine } from "#components/ui/reason-line.tsx";
import { useYearsText } from "#components/people/filters/use-years-text.ts";
import { PresenceText } from "#components/ui/people/presence-text.tsx";
import type { Filters } from "#lib/people/filters.ts";
import type { FoundPerson } from "#lib/people/schema.ts";

interface FoundReasonsProps {
  person: FoundPerson;
  filters: Filters;
}

/** Why somebody was found: what was asked for comes first. Of whom nothing is known, when they were here. */
export function FoundReasons({ person, filters }: FoundReasonsProps) {
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
