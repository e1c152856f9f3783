"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { AddEducation } from "./add-education.tsx";
import { institutionNameId } from "#components/institutions/institution-head.tsx";
import { educationAt } from "#lib/periods/education/education-draft.ts";
import { educationsQuery } from "#lib/periods/queries.ts";
import type { InstitutionDetails } from "#lib/institutions/schema.ts";

interface StudiedHereProps {
  institution: InstitutionDetails;
  addressId: number;
}

/**
 * Offers a member without an education here to add one, because they can have no classmates before. The form has the
 * institution. The lists of the page are those of `addressId`, an institution that may have been merged into this one.
 */
export function StudiedHere({ institution, addressId }: StudiedHereProps) {
  const t = useTranslations("People");
  const { data: own } = useQuery(educationsQuery(useLocale(), null));
  return (
    <AddEducation
      isAdded={!own || own.some(({ object }) => object.id === institution.id)}
      text={t("studiedHereText")}
      label={t("studiedHereToo")}
      initial={educationAt(institution, institution)}
      institutionIds={[addressId, institution.id]}
      headingId={institutionNameId}
    />
  );
}
