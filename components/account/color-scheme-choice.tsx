"use client";

import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { RadioRow } from "#components/ui/forms/radio-row.tsx";

const schemes = [
  { value: "auto", name: "schemeSystem", Icon: IconDeviceDesktop },
  { value: "light", name: "schemeLight", Icon: IconSun },
  { value: "dark", name: "schemeDark", Icon: IconMoon },
] as const satisfies readonly { value: MantineColorScheme; [more: string]: unknown }[];

/** Applies the choice at once; a cookie brings it to every surface. */
export function ColorSchemeChoice() {
  const t = useTranslations("Settings");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <RadioRow<MantineColorScheme>
      legend={t("appearanceTitle")}
      legendHidden
      options={schemes.map(({ name, ...scheme }) => ({ ...scheme, label: t(name) }))}
      value={colorScheme}
      onChange={setColorScheme}
    />
  );
}
