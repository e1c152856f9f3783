"use client";

import { IconChevronDown, IconWorld } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import type { ComponentPropsWithRef } from "react";
import classes from "#components/languages/language-button.module.css";
import { LightButton } from "#components/ui/controls/light-button.tsx";
import { nameOfLocale } from "#lib/i18n/locales.ts";

const lettersOfShortName = 3;

/** Names the current language; on a phone by the first letters of its name. */
export function LanguageButton(props: ComponentPropsWithRef<"button">) {
  const t = useTranslations("Layout");
  const name = nameOfLocale(useLocale());
  return (
    <LightButton
      {...props}
      variant="default"
      className={classes.root}
      aria-label={t("changeLanguage", { name })}
      aria-haspopup="menu"
    >
      <IconWorld size={18} stroke={1.6} aria-hidden="true" className={classes.globe} />
      <span className={classes.name}>{name}</span>
      <span className={classes.shortName} data-name={name.slice(0, lettersOfShortName)} />
      <IconChevronDown size={16} stroke={1.6} aria-hidden="true" className={classes.chevron} />
    </LightButton>
  );
}
