"use client";

import { useTranslations } from "next-intl";
import { AccountDeletion } from "#components/account/account-deletion.tsx";
import { DataExport } from "#components/account/data-export.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";

export function DataSettings() {
  const t = useTranslations("Settings");
  return (
    <>
      <SettingsCard title={t("exportTitle")} lead={t("exportLead")}>
        <DataExport />
      </SettingsCard>
      <SettingsCard title={t("deletionTitle")}>
        <AccountDeletion />
      </SettingsCard>
    </>
  );
}
