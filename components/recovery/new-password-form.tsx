"use client";

import { useTranslations } from "next-intl";
import { AccountForm } from "#components/auth/account-form.tsx";
import { NewPasswordField } from "#components/auth/password/new-password-field.tsx";
import { SecretField } from "#components/auth/password/secret-field.tsx";
import { RecoveryFooter } from "#components/recovery/recovery-footer.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { ApiFailure } from "#lib/api/api-client.ts";
import { wholeAccountName } from "#lib/auth/account-name.ts";
import { useResetPassword } from "#lib/recovery/use-password-reset.ts";
import type { RecoveryProgress } from "#lib/recovery/recovery-progress.ts";
import { newPasswordForm } from "#lib/recovery/schema.ts";

interface NewPasswordFormProps {
  progress: RecoveryProgress;
  /** Called when the code has expired or been spent since its check. */
  onCodeRefused: (message: string) => void;
  /** The form is sending until it has led on. */
  onDone: (message: string) => Promise<void>;
}

const initialValues = { password: "", password_confirmation: "" };

/** Step 3: the new password. */
export function NewPasswordForm({ progress, onCodeRefused, onDone }: NewPasswordFormProps) {
  const t = useTranslations("Recovery");
  const reset = useResetPassword();
  const { form, alert, submit } = useCheckedForm({
    schema: newPasswordForm,
    initialValues,
    send: async (values) => {
      const answer = await reset
        .mutateAsync({
          ...values,
          code: progress.code,
          ...("phone" in progress && { phone: progress.phone }),
        })
        .catch((failure: unknown) => {
          const refusal = failure instanceof ApiFailure ? failure.errors?.code?.[0] : undefined;
          if (refusal === undefined) throw failure;
          onCodeRefused(refusal);
        });
      if (answer) await onDone(answer.message);
    },
  });
  return (
    <AccountForm
      title={t("passwordTitle")}
      lead={t("passwordLead")}
      alert={alert}
      onSubmit={submit}
      submitting={form.submitting || reset.isSuccess}
      submitLabel={t("save")}
      footer={<RecoveryFooter />}
    >
      {/* Names the account to password managers; after a code by phone it is unknown. */}
      {"localPart" in progress && (
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={wholeAccountName(progress)}
          readOnly
          hidden
        />
      )}
      <NewPasswordField
        {...form.getInputProps("password")}
        label={t("password")}
        enterKeyHint="next"
        known={["phone" in progress ? progress.phone : progress.localPart]}
      />
      <SecretField
        {...form.getInputProps("password_confirmation")}
        label={t("passwordConfirmation")}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </AccountForm>
  );
}
