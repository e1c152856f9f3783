"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { ColorSchemeChoice } from "#components/account/color-scheme-choice.tsx";
import { FormSkeleton } from "#components/account/form-skeleton.tsx";
import { PersonalForm, type PersonalFormProps } from "#components/account/personal-form.tsx";
import { RecoveryPhone } from "#components/account/recovery-phone.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { accountQuery } from "#lib/account/queries.ts";

type AccountSettingsProps = Omit<PersonalFormProps, "account">;

const fields = 6;

export function AccountSettings(props: AccountSettingsProps) {
  const t = useTranslations("Settings");
  const { data, error, refetch } = useQuery(accountQuery(useLocale()));
  return (
    <>
      <SettingsCard title={t("personalTitle")} lead={t("personalLead")}>
        {data && <PersonalForm account={data} {...props} />}
        {!data && !error && <FormSkeleton fields={fields} columns={2} />}
        {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      </SettingsCard>
      <SettingsCard title={t("phoneTitle")} lead={t("phoneLead")}>
        {data && <RecoveryPhone account={data} />}
        {!data && !error && <FormSkeleton fields={1} columns={1} />}
        {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      </SettingsCard>
      <SettingsCard title={t("appearanceTitle")} lead={t("appearanceLead")}>
        <ColorSchemeChoice />
      </SettingsCard>
    </>
  );
}
