"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Suggested } from "#app/[locale]/profile/suggested.tsx";
import { educationsQuery } from "#lib/periods/queries.ts";
import { suggestionsQuery } from "#lib/people/queries.ts";

interface ClassmatesFoundProps {
  firstMax: number;
}

/**
 * Members whom this one may know, once they have said where they studied. Every saved education refetches, so that new
 * suggestions appear in place.
 */
export function ClassmatesFound({ firstMax }: ClassmatesFoundProps) {
  const t = useTranslations("People");
  const studies = useStudiesChanged();
  const title = useAllClassmates() ? t("classmatesFound") : t("suggestions");
  if (!studies) return null;
  return <Suggested firstMax={firstMax} title={title} whenNone={null} />;
}

/** Whether everybody who is suggested studied with the member: others may share friends or an invitation with them. */
function useAllClassmates(): boolean {
  // The list below fetches.
  const { data } = useQuery({ ...suggestionsQuery(useLocale()), enabled: false });
  return (
    data?.people.every(({ reasons }) => reasons.some(({ kind }) => kind === "classmate")) ?? false
  );
}

/** Refetches suggestions whenever the educations have changed; returns whether there are any. */
function useStudiesChanged(): boolean {
  const locale = useLocale();
  const client = useQueryClient();
  const { data } = useQuery(educationsQuery(locale, null));
  const studies = data
    ?.map(({ object, start, end, group }) => `${object.id} ${start} ${end} ${group ?? ""}`)
    .join();
  const before = useRef(studies);
  useEffect(() => {
    const changed = before.current !== undefined && before.current !== studies;
    before.current = studies;
    if (changed) void client.invalidateQueries(suggestionsQuery(locale));
  }, [client, locale, studies]);
  return studies !== undefined && studies !== "";
}
