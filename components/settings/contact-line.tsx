"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "#components/settings/contact-line.module.css";
import { siteSettingsQuery } from "#lib/settings/queries.ts";

/** The contact of the operator for help; its place is reserved while the settings load. */
export function ContactLine() {
  const t = useTranslations("Layout");
  const { data: settings } = useQuery(siteSettingsQuery(useLocale()));
  const contacts = [
    { value: settings?.email, href: `mailto:${settings?.email}` },
    {
      value: settings?.phone_number,
      href: `tel:${settings?.phone_number.replace(/[^\d+]/gu, "")}`,
    },
  ].filter(({ value }) => value);
  return (
    <footer className={classes.root}>
      {contacts.length > 0 && (
        <address className={classes.line}>
          <span>{t("help")}</span>
          {contacts.map(({ value, href }) => (
            <a key={href} href={href}>
              {value}
            </a>
          ))}
        </address>
      )}
    </footer>
  );
}
