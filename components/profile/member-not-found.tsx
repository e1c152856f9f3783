"use client";

import { Button } from "@mantine/core";
import { IconUserQuestion } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/profile/profile.module.css";
import { Card } from "#components/ui/card.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { routes } from "#lib/routes.ts";

/** No member has this id, or the reader may not see them. */
export function MemberNotFound() {
  const t = useTranslations("Profile");
  return (
    <Card className={classes.notFound}>
      <span className={classes.notFoundIcon} aria-hidden>
        <IconUserQuestion size={28} stroke={1.5} />
      </span>
      <h1 className={classes.notFoundTitle}>{t("notFoundTitle")}</h1>
      <p className={classes.notFoundText}>{t("notFoundText")}</p>
      <Button component={RouteLink} route={routes.findPeople()}>
        {t("findPeople")}
      </Button>
    </Card>
  );
}
