"use client";

import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "./intended-place.module.css";
import { institutionQuery } from "#lib/institutions/queries.ts";

/** A module of its own, so that a login without an intended institution does not load it. */
export function IntendedInstitution({ id }: { id: number }) {
  const t = useTranslations("Auth");
  const { data } = useQuery(institutionQuery(useLocale(), id));
  if (!data) return null;
  return (
    <>
      <IconBuilding size={22} stroke={1.6} aria-hidden="true" className={classes.icon} />
      <p className={classes.text}>
        {t("thenOpens")} <span className={classes.name}>{data.name}</span>
      </p>
    </>
  );
}
