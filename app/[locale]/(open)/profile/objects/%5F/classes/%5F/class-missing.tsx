"use client";

import { IconMapQuestion } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#app/[locale]/(open)/profile/objects/%5F/institution-screen.module.css";
import { Card } from "#components/ui/card.tsx";
import { LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { routes } from "#lib/routes.ts";

/** `objectId`: the institution, which exists although the class does not. */
export function ClassMissing({ objectId }: { objectId?: number }) {
  const t = useTranslations();
  return (
    <Card className={classes.missing}>
      <span className={classes.missingIcon} aria-hidden="true">
        <IconMapQuestion size={28} stroke={1.5} />
      </span>
      <h1 className={classes.missingTitle}>{t("Classes.missingTitle")}</h1>
      <p className={classes.missingText}>{t("Classes.missingText")}</p>
      <LightButtonLink route={objectId ? routes.institution(objectId) : routes.home()}>
        {t(objectId ? "Classes.toInstitution" : "People.backToInstitutions")}
      </LightButtonLink>
    </Card>
  );
}
