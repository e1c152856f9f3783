"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/auth/header/visitor-links.module.css";
import { LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { usePathname } from "#lib/i18n/navigation.ts";
import { routes } from "#lib/routes.ts";
import { useSurface } from "#lib/site/surface-context.tsx";

/** The links to login and sign-up for a visitor (S-HEADER), after the items that members find in their menu. */
export function VisitorLinks({ children }: { children: ReactNode }) {
  const t = useTranslations("Auth");
  const surface = useSurface();
  const path = usePathname();
  // The home page needs no return after the login.
  const here = surface && surface !== "site" ? { surface, path } : null;
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
