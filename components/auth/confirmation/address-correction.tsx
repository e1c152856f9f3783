"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { AccountField } from "#components/auth/account-field.tsx";
import { AccountForm } from "#components/auth/account-form.tsx";
import { SecretField } from "#components/auth/password/secret-field.tsx";
import {
  useAddressFaults,
  useKeptDomain,
  useNewAddress,
} from "#components/auth/confirmation/use-new-address.tsx";
import { LightTextButton } from "#components/ui/controls/light-text-button.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { splitAccountName, wholeAccountName } from "#lib/auth/account-name.ts";
import { useCorrectAddress } from "#lib/auth/use-verify-email.ts";
import { addressCorrectionForm, type User } from "#lib/auth/schema.ts";

interface AddressCorrectionProps {
  user: Pick<User, "email">;
  /** Called when the address is corrected or the form is left. */
  onDone: () => void;
}

/** Replaces a mistyped address of an account. Asks for the password, because a bearer token alone must not take over an account. */
export function AddressCorrection({ user, onDone }: AddressCorrectionProps) {
  const t = useTranslations();
  const correct = useCorrectAddress();
  const domain = useKeptDomain(user.email);
  const former = splitAccountName(user.email, [domain])?.localPart ?? "";
  const { form, alert, submit } = useCheckedForm({
    schema: addressCorrectionForm,
    initialValues: { email: former, password: "" },
    findFaults: useAddressFaults(domain),
    send: async ({ email: localPart, password }) => {
      const email = wholeAccountName({ localPart, domain });
      const { message } = await correct.mutateAsync({ email, password });
      showSuccess(t("Site.success"), message);
      onDone();
    },
  });
  const { email } = form.values;
  const address = useNewAddress(email, domain, former);
  const emailInput = form.getInputProps("email");
  const change = (typed: string) =>
    form.setFieldValue("email", splitAccountName(typed, [domain])?.localPart ?? typed);
  const field = useRef<HTMLInputElement>(null);
  // The pressed button is gone, so the focus moves here.
  useEffect(() => field.current?.focus(), []);
  return (
    <AccountForm
      title={t("Auth.correctAddressTitle")}
      lead={t("Auth.correctAddressLead")}
      alert={alert}
      onSubmit={submit}
      submitting={form.submitting}
      submitLabel={t("Auth.saveAddress")}
      footer={<LightTextButton onClick={onDone}>{t("Auth.keepAddress")}</LightTextButton>}
    >
      <AccountField
        {...emailInput}
        ref={field}
        error={emailInput.error ?? address.error}
        hint={address.hint}
        label={t("Auth.email")}
        onChange={(event) => change(event.currentTarget.value)}
        domains={[domain]}
        domain={domain}
      />
      <SecretField
        {...form.getInputProps("password")}
        label={t("Auth.password")}
        autoComplete="current-password"
        enterKeyHint="go"
      />
    </AccountForm>
  );
}
