"use client";

import { useTranslations } from "next-intl";
import { PasswordForm } from "#components/account/password-form.tsx";
import { SessionList } from "#components/account/session-list.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";

export function SecuritySettings() {
  const t = useTranslations("Settings");
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
