"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import accountForm from "#components/auth/account-form.module.css";
import classes from "#components/auth/signup-gate.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useIntent } from "#lib/auth/intent.ts";
import { useRuntimeConfig } from "#lib/config/runtime-config.ts";
import { routes } from "#lib/routes.ts";

/** Shows the form of the sign-up, or instead of it that the sign-up is closed for now (D-CLOSED). */
export function SignupGate({ children }: { children: ReactNode }) {
  const t = useTranslations("Auth");
  const locale = useLocale();
  const intent = useIntent();
  const closed = useRuntimeConfig()?.registrationClosed;
  if (!closed) return <div className={classes.form}>{children}</div>;
  return (
    <>
      <h1 className={accountForm.title}>{t("signUp")}</h1>
      <p className={accountForm.lead}>{closed[locale]}</p>
      <p className={accountForm.footer}>
        {t("haveAccount")} <RouteLink route={routes.login(intent)}>{t("toLogin")}</RouteLink>
      </p>
    </>
  );
}
