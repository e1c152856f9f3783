"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/auth/header/visitor-links.module.css";
import { LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { routes } from "#lib/routes.ts";
import { useHere } from "#lib/site/use-here.ts";

/** The links to login and sign-up for a visitor (S-HEADER), after the items that members find in their menu. */
export function VisitorLinks({ children }: { children: ReactNode }) {
  const t = useTranslations("Auth");
  const open = useHere();
  // The home page needs no return after the login.
  const here = open?.surface === "site" ? null : open;
  return (
    <div className={classes.root}>
      {children}
      <LightButtonLink route={routes.login(here)} variant="default">
        {t("signIn")}
      </LightButtonLink>
      <LightButtonLink route={routes.signup(here)} className={classes.signUp}>
        {t("signUp")}
      </LightButtonLink>
    </div>
  );
}

/** Reserves the right side of the header until the session is known. */
export function UndeterminedActions() {
  return <div className={classes.undetermined} aria-hidden="true" />;
}
