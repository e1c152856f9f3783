"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "./class-screen.module.css";
import { WayIn } from "#app/[locale]/(open)/profile/objects/%5F/public-face.tsx";
import { SubjectMissing } from "#app/[locale]/(open)/profile/objects/%5F/subject-missing.tsx";
import { useTitle } from "#app/[locale]/(open)/profile/objects/%5F/use-title.ts";
import { ClassBreadcrumbs, ClassHead } from "#components/classes/class-head.tsx";
import { useClassName } from "#components/classes/use-class-name.ts";
import { SubjectHeadSkeleton } from "#components/ui/subject/subject-head-skeleton.tsx";
import { ErrorCard } from "#components/ui/list-states.tsx";
import { isNotFound } from "#lib/api/api-failure.ts";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { institutionFaceQuery, institutionQuery } from "#lib/institutions/queries.ts";

/** What a class shows to visitors, and to members whose address is not confirmed: its name and a rounded number (D-PUBLIC-FACE). */
export function ClassFace({ place: { objectId, years } }: { place: ClassAddress }) {
  const t = useTranslations("Classes");
  const locale = useLocale();
  const institution = useQuery(institutionQuery(locale, objectId));
  const face = useQuery(institutionFaceQuery(locale, objectId));
  const name = useClassName()(years);
  const { data, error } = institution;
  useTitle(data && t("title", { name, institution: data.name }), t("pageTitle"));
  const failure = useLoadFailure(data ? face : institution);
  if (isNotFound(error)) return <SubjectMissing kind="class" />;
  if (failure) return <ErrorCard {...failure} />;
  const counted = face.data?.years.find(
    ({ start, end }) => start === years.start && end === years.end,
  );
  const total = counted
    ? t("faceTotal", { total: formatNumber(counted.total) })
    : face.data && t("faceFew");
  return (
    <div className={classes.page}>
      <div>
        {data ? (
          <ClassBreadcrumbs object={data} years={years} />
        ) : (
          <span className={classes.backRoom} />
        )}
        {data ? (
          <ClassHead object={data} years={years} detail={total}>
            <WayIn lead={t("faceLead")} unverifiedLead={t("faceUnverified")} join={t("faceJoin")} />
          </ClassHead>
        ) : (
          <SubjectHeadSkeleton />
        )}
      </div>
    </div>
  );
}
