"use client";

import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandTelegram,
  IconBrandYoutube,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { LogoImage } from "#components/layout/brand/logo-image.tsx";
import classes from "#components/settings/site-footer.module.css";
import { siteSettingsQuery } from "#lib/settings/queries.ts";
import type { SiteSettings } from "#lib/settings/schema.ts";

const networks = [
  { key: "telegram", name: "Telegram", Icon: IconBrandTelegram },
  { key: "instagram", name: "Instagram", Icon: IconBrandInstagram },
  { key: "facebook", name: "Facebook", Icon: IconBrandFacebook },
  { key: "youtube", name: "YouTube", Icon: IconBrandYoutube },
] as const;

/** The contacts of the operator; empty settings are omitted. */
export function SiteFooter() {
  const locale = useLocale();
  const { data: settings } = useQuery(siteSettingsQuery(locale));
  return (
    <footer className={classes.root}>
      <div className={classes.inner}>
        <LogoImage color="mono" size={24} />
        {settings && <Contacts settings={settings} />}
        {settings && <Networks settings={settings} />}
      </div>
    </footer>
  );
}

function Contacts({ settings }: { settings: SiteSettings }) {
  const t = useTranslations("Home");
  const { email, phone_number: phone, office_address: address } = settings;
  return (
    <address className={classes.contacts}>
      {address && <span>{address}</span>}
      {phone && (
        <a href={`tel:${phone.replace(/[^\d+]/gu, "")}`} aria-label={`${t("phone")}: ${phone}`}>
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} aria-label={`${t("mail")}: ${email}`}>
          {email}
        </a>
      )}
    </address>
  );
}

function Networks({ settings }: { settings: SiteSettings }) {
  return (
    <div className={classes.networks}>
      {networks.map(({ key, name, Icon }) => {
        const address = settings[key];
        if (!address.startsWith("https://")) return null;
        return (
          <a key={key} href={address} aria-label={name} title={name} rel="noopener noreferrer">
            <Icon size={22} stroke={1.5} aria-hidden="true" />
          </a>
        );
      })}
    </div>
  );
}
