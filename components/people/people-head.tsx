"use client";

import { IconChevronLeft } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/people/people-head.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { routes } from "#lib/routes.ts";

export function PeopleHead() {
  const t = useTranslations("People");
  return (
    <div className={classes.head}>
      <RouteLink route={routes.friends()} className={classes.back}>
        <IconChevronLeft size={20} stroke={1.8} aria-hidden="true" />
        {t("backToFriends")}
      </RouteLink>
      <h1 className={classes.title}>{t("title")}</h1>
    </div>
  );
}
