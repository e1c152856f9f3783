"use client";

import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "#components/account/form.module.css";
import { PersonalForm, type PersonalFormProps } from "#components/account/personal-form.tsx";
import { RecoveryPhone } from "#components/account/recovery-phone.tsx";
import { RadioRow } from "#components/ui/forms/radio-row.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { accountQuery } from "#lib/account/queries.ts";
import { useRuntimeConfig } from "#lib/config/runtime-config.ts";

type AccountSettingsProps = Omit<PersonalFormProps, "account">;

const fields = 6;

export function AccountSettings(props: AccountSettingsProps) {
  const t = useTranslations("Settings");
  const account = useQuery(accountQuery(useLocale()));
  const { data } = account;
  const offersPhone = useRuntimeConfig()?.textMessages === true;
  return (
    <>
      <SettingsCard title={t("personalTitle")} lead={t("personalLead")}>
        {data && <PersonalForm account={data} {...props} />}
        <NotLoaded query={account} skeleton={<FormSkeleton fields={fields} columns={2} />} />
      </SettingsCard>
      {(offersPhone || (data && data.phone !== null)) && (
        <SettingsCard title={t("phoneTitle")} lead={t(offersPhone ? "phoneLead" : "phoneLeadOff")}>
          {data && <RecoveryPhone account={data} offered={offersPhone} />}
          <NotLoaded query={account} skeleton={<FormSkeleton fields={1} columns={1} />} />
        </SettingsCard>
      )}
      <SettingsCard title={t("appearanceTitle")} lead={t("appearanceLead")}>
        <ColorSchemeChoice />
      </SettingsCard>
    </>
  );
}

const schemes = [
  { value: "auto", name: "schemeSystem", Icon: IconDeviceDesktop },
  { value: "light", name: "schemeLight", Icon: IconSun },
  { value: "dark", name: "schemeDark", Icon: IconMoon },
] as const satisfies readonly { value: MantineColorScheme; [more: string]: unknown }[];

/** Applies the choice at once; a cookie carries it to every surface. */
function ColorSchemeChoice() {
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

interface FormSkeletonProps {
  fields: number;
  columns: 1 | 2;
}

/** Labels, fields and a button of the real size while the form loads. */
function FormSkeleton({ fields, columns }: FormSkeletonProps) {
  const t = useTranslations("Settings");
  return (
    <div role="status" aria-label={t("loading")} className={classes.form}>
      <div className={classes.fields} data-columns={columns}>
        {Array.from({ length: fields }, (_, field) => (
          <div key={field}>
            <span className={classes.skeletonLabel} />
            <span className={classes.skeletonInput} />
          </div>
        ))}
      </div>
      <span className={classes.skeletonButton} />
    </div>
  );
}
