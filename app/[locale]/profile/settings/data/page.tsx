import { getTranslations } from "next-intl/server";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { AccountDeletion } from "#components/account/account-deletion.tsx";
import { DataExport } from "#components/account/data-export.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";

export const generateMetadata = pageMetadata("Settings.data");

export default async function DataSettingsPage() {
  const t = await getTranslations("Settings");
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
