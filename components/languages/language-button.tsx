"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconChevronDown, IconWorld } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ComponentPropsWithRef } from "react";
import classes from "#components/languages/language-button.module.css";
import { languagesQuery } from "#lib/languages/queries.ts";

type LanguageButtonProps = ButtonProps & Omit<ComponentPropsWithRef<"button">, keyof ButtonProps>;

/** Names the current language. */
export function LanguageButton(props: LanguageButtonProps) {
  const t = useTranslations("Layout");
  const current = useLocale();
  const { data: languages = [] } = useQuery(languagesQuery());
  const name = languages.find(({ locale }) => locale === current)?.name ?? current;
  return (
    <Button
      {...props}
      variant="default"
      className={classes.root}
      aria-label={t("changeLanguage", { name })}
      aria-haspopup="menu"
      rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
    >
      <IconWorld size={18} stroke={1.6} aria-hidden="true" className={classes.globe} />
      <span className={classes.name}>{name}</span>
    </Button>
  );
}
