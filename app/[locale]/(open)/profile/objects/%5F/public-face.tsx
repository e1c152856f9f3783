"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "./public-face.module.css";
import { SubjectMissing } from "./subject-missing.tsx";
import { useTitle } from "./use-title.ts";
import { BackToInstitutions, InstitutionHead } from "#components/institutions/institution-head.tsx";
import { SubjectHeadSkeleton } from "#components/ui/subject/subject-head-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { ErrorCard } from "#components/ui/list-states.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { isNotFound } from "#lib/api/api-failure.ts";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { storeIntent } from "#lib/auth/intent.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { institutionFaceQuery, institutionQuery } from "#lib/institutions/queries.ts";
import type { InstitutionFace } from "#lib/institutions/schema.ts";
import { classKeyOf } from "#lib/members/class-key.ts";
import { routes } from "#lib/routes.ts";
import { useHere } from "#lib/site/use-here.ts";

/** What an institution shows to visitors, and to members whose address is not confirmed (docs/decisions.md, D-PUBLIC-FACE). */
export function PublicFace({ id }: { id: number }) {
  const t = useTranslations("People");
  const locale = useLocale();
  const institution = useQuery(institutionQuery(locale, id));
  const face = useQuery(institutionFaceQuery(locale, id));
  const { data, error } = institution;
  useTitle(data?.name, t("institutionTitle"));
  const failure = useLoadFailure(institution);
  const failureOfFace = useLoadFailure(face);
  if (isNotFound(error)) return <SubjectMissing kind="institution" />;
  if (failure) return <ErrorCard {...failure} />;
  const wayIn = (
    <WayIn lead={t("faceLead")} unverifiedLead={t("faceUnverified")} join={t("findClassmates")} />
  );
  return (
    <div className={classes.page}>
      <div>
        <BackToInstitutions visitor />
        {data ? (
          <InstitutionHead institution={data}>{wayIn}</InstitutionHead>
        ) : (
          <SubjectHeadSkeleton>{wayIn}</SubjectHeadSkeleton>
        )}
      </div>
      {failureOfFace ? (
        <ErrorCard {...failureOfFace} />
      ) : (
        <MembersByYear id={id} face={face.data} />
      )}
    </div>
  );
}

interface WayInProps {
  /** Why to join, for a visitor and for an unverified member. */
  lead: string;
  unverifiedLead: string;
  join: string;
}

/**
 * Links to sign up and log in or, for an unverified member, to the confirmation alone (D-UNVERIFIED); all lead back here.
 */
export function WayIn({ lead, unverifiedLead, join }: WayInProps) {
  const t = useTranslations();
  const here = useHere();
  const unverified = useAuth().status === "authenticated";
  return (
    <div className={classes.wayIn}>
      <p className={classes.lead}>{unverified ? unverifiedLead : lead}</p>
      <div className={classes.actions}>
        {unverified ? (
          <LightButtonLink route={routes.confirmation()} onClick={() => storeIntent(here)}>
            {t("People.toConfirmation")}
          </LightButtonLink>
        ) : (
          <>
            <LightButtonLink route={routes.signup(here)}>{join}</LightButtonLink>
            <LightButtonLink route={routes.login(here)} variant="default">
              {t("Auth.signIn")}
            </LightButtonLink>
          </>
        )}
      </div>
    </div>
  );
}

const skeletonYears = 6;

function MembersByYear({ id, face }: { id: number; face: InstitutionFace | undefined }) {
  const t = useTranslations("People");
  const loading = useTranslations("Layout")("loading");
  return (
    <Card as="section" aria-labelledby="face-years">
      <h2 id="face-years" className={classes.title}>
        {t("faceYears")}
      </h2>
      {face ? (
        <p className={classes.total}>
          {face.total === null ? t("faceFew") : t("faceTotal", { total: formatNumber(face.total) })}
        </p>
      ) : (
        <span role="status" aria-label={loading} className={classes.totalRoom} />
      )}
      <ul className={classes.years} aria-hidden={!face}>
        {face?.years.map(({ start, end, total }) => (
          <li key={`${start}-${end}`}>
            <RouteLink
              route={routes.class(id, classKeyOf({ start, end }))}
              className={classes.year}
            >
              <span className={classes.name}>
                {end === null
                  ? t("faceSince", { year: String(start) })
                  : t("faceLeft", { year: String(end) })}
              </span>
              <span className={classes.count}>{t("moreThan", { total: formatNumber(total) })}</span>
            </RouteLink>
          </li>
        ))}
        {!face &&
          Array.from({ length: skeletonYears }, (_, index) => (
            <li key={index} className={classes.year} data-skeleton />
          ))}
      </ul>
      {face?.total != null && <p className={classes.note}>{t("faceNote")}</p>}
    </Card>
  );
}
