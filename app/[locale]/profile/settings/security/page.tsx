import { getTranslations } from "next-intl/server";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { PasswordForm } from "#components/account/password-form.tsx";
import { SessionList } from "#components/account/session-list.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";

export const generateMetadata = pageMetadata("Settings.security");

export default async function SecuritySettingsPage() {
  const t = await getTranslations("Settings");
  return (
    <>
      <SettingsCard title={t("passwordTitle")} lead={t("passwordLead")}>
        <PasswordForm />
      </SettingsCard>
      <SettingsCard title={t("sessionsTitle")} lead={t("sessionsLead")}>
        <SessionList />
      </SettingsCard>
    </>
  );
}
