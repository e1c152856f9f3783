"use client";

import { IconChevronLeft } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/institutions/institution-head.module.css";
import { Card } from "#components/ui/card.tsx";
import { DrawnSign } from "#components/ui/drawn-sign.tsx";
import subject from "#components/ui/subject/subject-head.module.css";
import { detailOf } from "#components/ui/lists/timeline.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { signTextOf } from "#lib/institutions/sign-text.ts";
import type { InstitutionDetails } from "#lib/institutions/schema.ts";
import { routes } from "#lib/routes.ts";

/** The id of the heading, which takes the focus when the focused element is unmounted. */
export const institutionNameId = "institution-name";

/** Links back to all institutions, which a member finds below what is new. */
export function BackToInstitutions({ visitor = false }: { visitor?: boolean }) {
  const t = useTranslations("People");
  return (
    <RouteLink route={visitor ? routes.home() : routes.catalogue()} className={classes.back}>
      <IconChevronLeft size={20} stroke={1.8} aria-hidden="true" />
      {t("backToInstitutions")}
    </RouteLink>
  );
}

interface InstitutionHeadProps {
  institution: InstitutionDetails;
  /** Rare actions, in the corner. */
  menu?: ReactNode;
  /** How many members it has, as words. */
  total?: string | undefined;
  /** Stands below the name and kind. */
  children?: ReactNode;
}

/** Name, kind and place of an institution. */
export function InstitutionHead({ institution, menu, total, children }: InstitutionHeadProps) {
  const t = useTranslations("People");
  const { name, establishment, region, made_by_members } = institution;
  return (
    <Card className={subject.card}>
      <div className={subject.head}>
        <DrawnSign text={signTextOf(name)} seed={establishment.id} />
        <div className={classes.text}>
          <h1 id={institutionNameId} tabIndex={-1} className={subject.name}>
            {name}
          </h1>
          <p className={subject.detail}>{detailOf(establishment.name, region.name)}</p>
          {made_by_members && <p className={subject.detail}>{t("madeByMembers")}</p>}
          {total !== undefined && <p className={subject.detail}>{total}</p>}
        </div>
        {menu && <span className={subject.corner}>{menu}</span>}
      </div>
      {children}
    </Card>
  );
}
