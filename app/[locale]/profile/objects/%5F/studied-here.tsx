"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "./institution.module.css";
import { RouteLink } from "#components/ui/route-link.tsx";
import { educationsQuery } from "#lib/education/queries.ts";
import { routes } from "#lib/routes.ts";

/** To one who has not told of studying here: nobody can be a classmate of theirs yet. */
export function StudiedHere({ institutionId }: { institutionId: number }) {
  const t = useTranslations("People");
  const { data: own } = useQuery(educationsQuery(useLocale(), null));
  if (!own || own.some(({ object }) => object.id === institutionId)) return null;
  return (
    <div className={classes.hint}>
      <p className={classes.hintText}>{t("studiedHereText")}</p>
      <Button component={RouteLink} route={routes.educationsSettings()} variant="light">
        {t("studiedHereToo")}
      </Button>
    </div>
  );
}
