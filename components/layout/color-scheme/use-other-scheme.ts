"use client";

import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { chooseScheme, useShownScheme } from "#components/layout/color-scheme/color-scheme.ts";

/** The name and icon of the colour scheme that is not shown, and a function that chooses it. */
export function useOtherScheme() {
  const t = useTranslations("Layout");
  const isDark = useShownScheme() === "dark";
  return {
    name: isDark ? t("lightScheme") : t("darkScheme"),
    Icon: isDark ? IconSun : IconMoon,
    choose: () => chooseScheme(isDark ? "light" : "dark"),
  };
}
