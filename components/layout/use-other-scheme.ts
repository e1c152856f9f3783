"use client";

import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useHydrated } from "#lib/hydration.ts";

/** The colour scheme that is not shown: its name, its icon, and how to choose it. */
export function useOtherScheme() {
  const t = useTranslations("Layout");
  const { setColorScheme } = useMantineColorScheme();
  const hydrated = useHydrated();
  // The cookie is known at once, but the page was built without it.
  const isDark = useComputedColorScheme("light") === "dark" && hydrated;
  return {
    name: isDark ? t("lightScheme") : t("darkScheme"),
    Icon: isDark ? IconSun : IconMoon,
    choose: () => setColorScheme(isDark ? "light" : "dark"),
  };
}
