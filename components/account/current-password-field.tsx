"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { SecretField } from "#components/auth/password/secret-field.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";

type CurrentPasswordFieldProps = Omit<ComponentProps<typeof SecretField>, "label"> & {
  label?: ReactNode;
};

/** The current password, asked before an action that a stolen session must not take; names the account to password managers. */
export function CurrentPasswordField({ label, ...input }: CurrentPasswordFieldProps) {
  const t = useTranslations("Settings");
  const { email } = useMember();
  return (
    <>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <SecretField
        {...input}
        label={label ?? t("currentPassword")}
        autoComplete="current-password"
      />
    </>
  );
}
