"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { AddEducation } from "#app/[locale]/(open)/profile/objects/%5F/add-education.tsx";
import { classNameId } from "#components/classes/class-head.tsx";
import { useChosenGroup } from "#components/classes/class-roster.tsx";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import { institutionQuery } from "#lib/institutions/queries.ts";
import type { InstitutionDetails } from "#lib/institutions/schema.ts";
import type { ClassYears } from "#lib/members/class-key.ts";
import { yearMin } from "#lib/params/schema.ts";
import { educationAt, type EducationDraft } from "#lib/periods/education/education-draft.ts";

interface ClassIsMineProps {
  place: ClassAddress;
  mine: boolean;
}

/** Offers a member who is not in the class to add the education that makes it theirs; the form is already filled in. */
export function ClassIsMine({ place: { objectId, years }, mine }: ClassIsMineProps) {
  const t = useTranslations("Classes");
  const { data: institution } = useQuery({
    ...institutionQuery(useLocale(), objectId),
    enabled: !mine,
  });
  const group = useChosenGroup();
  return (
    <AddEducation
      isAdded={mine}
      text={t("addMineText")}
      label={t("addMine")}
      initial={institution && { ...draftOf(institution, years), group }}
      // The institution of the address may have been merged into another one.
      institutionIds={[objectId, institution?.id ?? objectId]}
      headingId={classNameId}
    />
  );
}

/** The first year is a proposal: the member corrects it where their studies took longer or shorter than usual. */
function draftOf(institution: InstitutionDetails, { start, end }: ClassYears): EducationDraft {
  const draft = educationAt(institution, institution);
  if (end === null) return { ...draft, start, until_now: true };
  return { ...draft, start: Math.max(yearMin, end - (institution.study_years ?? 4)), end };
}
