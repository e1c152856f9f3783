"use client";

import { IconMapQuestion } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./institution-screen.module.css";
import { Card } from "#components/ui/card.tsx";
import { LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isOutside } from "#lib/auth/auth-state.ts";
import { routes } from "#lib/routes.ts";

const texts = {
  institution: { title: "People.institutionMissingTitle", text: "People.institutionMissingText" },
  class: { title: "Classes.missingTitle", text: "Classes.missingText" },
} as const;

/**
 * Says that the address names no institution or no class, and leads back to the institutions: on the home page of members
 * they stand below what is new.
 */
export function SubjectMissing({ kind }: { kind: keyof typeof texts }) {
  const t = useTranslations();
  const back = isOutside(useAuth()) ? routes.home() : routes.catalogue();
  return (
    <Card className={classes.missing}>
      <span className={classes.missingIcon} aria-hidden="true">
        <IconMapQuestion size={28} stroke={1.5} />
      </span>
      <h1 className={classes.missingTitle}>{t(texts[kind].title)}</h1>
      <p className={classes.missingText}>{t(texts[kind].text)}</p>
      <LightButtonLink route={back}>{t("People.backToInstitutions")}</LightButtonLink>
    </Card>
  );
}
