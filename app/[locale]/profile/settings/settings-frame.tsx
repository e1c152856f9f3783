"use client";

import { useTranslations } from "next-intl";
import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";
import { settingsSections } from "#app/[locale]/profile/settings/settings-sections.ts";
import { SectionFrame } from "#components/layout/section-frame.tsx";
import { routes } from "#lib/routes.ts";

export function SettingsFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("Settings");
  const segment = useSelectedLayoutSegment();
  return (
    <SectionFrame
      title={t("title")}
      route={routes.settings()}
      label={t("sections")}
      sections={settingsSections.map(({ segment: own, route, Icon }) => ({
        name: t(own),
        hint: t(`${own}Hint`),
        route,
        Icon,
        current: own === segment,
      }))}
    >
      {children}
    </SectionFrame>
  );
}
