"use client";

import { IconMapQuestion } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./institution-screen.module.css";
import { Card } from "#components/ui/card.tsx";
import { LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { routes } from "#lib/routes.ts";

export function InstitutionMissing({ visitor = false }: { visitor?: boolean }) {
  const t = useTranslations("People");
  return (
    <Card className={classes.missing}>
      <span className={classes.missingIcon} aria-hidden="true">
        <IconMapQuestion size={28} stroke={1.5} />
      </span>
      <h1 className={classes.missingTitle}>{t("institutionMissingTitle")}</h1>
      <p className={classes.missingText}>{t("institutionMissingText")}</p>
      <LightButtonLink route={visitor ? routes.home() : routes.catalogue()}>
        {t("backToInstitutions")}
      </LightButtonLink>
    </Card>
  );
}
