"use client";

import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { chooseScheme, useShownScheme } from "#components/layout/color-scheme/color-scheme.ts";
import { LightIconButton } from "#components/ui/controls/light-button.tsx";

export function ColorSchemeButton() {
  const { name, Icon, choose } = useOtherScheme();
  return (
    <LightIconButton aria-label={name} title={name} onClick={choose}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
    </LightIconButton>
  );
}

/** The name and icon of the other colour scheme, and a function that chooses it. */
export function useOtherScheme() {
  const t = useTranslations("Layout");
  const isDark = useShownScheme() === "dark";
  return {
    name: isDark ? t("lightScheme") : t("darkScheme"),
    Icon: isDark ? IconSun : IconMoon,
    choose: () => chooseScheme(isDark ? "light" : "dark"),
  };
}
