"use client";

/** The second and the third step of a recovery, which are fetched while the first is taken. */
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AccountForm } from "#components/auth/account-form.tsx";
import { NewPasswordField } from "#components/auth/password/new-password-field.tsx";
import { SecretField } from "#components/auth/password/secret-field.tsx";
import { RecoveryFooter } from "#components/recovery/recovery-footer.tsx";
import classes from "#components/recovery/recovery.module.css";
import { LightTextButton } from "#components/ui/controls/light-text-button.tsx";
import { TextField } from "#components/ui/forms/text-field.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { ApiFailure } from "#lib/api/api-client.ts";
import { wholeAccountName } from "#lib/auth/account-name.ts";
import { phoneText } from "#lib/members/phone-text.ts";
import type { RecoveryProgress } from "#lib/recovery/recovery-progress.ts";
import { newPasswordForm, recoveryCodeInput } from "#lib/recovery/schema.ts";
import { useCheckRecoveryCode, useResetPassword } from "#lib/recovery/use-password-reset.ts";
import { goToStep } from "#lib/recovery/use-recovery.ts";

const strongEmail = (email: ReactNode) => <strong className={classes.email}>{email}</strong>;
const strongPhone = (phone: ReactNode) => <strong className={classes.phone}>{phone}</strong>;

interface RecoveryCodeFormProps {
  progress: RecoveryProgress;
  /** Why a code that was accepted before is refused now. */
  refusal: string | undefined;
}

/** Step 2: the code that was mailed or texted, in any case, with or without its dashes. */
export function RecoveryCodeForm({ progress, refusal }: RecoveryCodeFormProps) {
  const t = useTranslations("Recovery");
  const checkCode = useCheckRecoveryCode();
  const { form, alert, submit } = useCheckedForm({
    schema: recoveryCodeInput,
    initialValues: { code: "" },
    initialErrors: refusal === undefined ? {} : { code: refusal },
    send: async ({ code }) => {
      await checkCode.mutateAsync({ code, ...("phone" in progress && { phone: progress.phone }) });
      goToStep("password", { ...progress, code });
    },
  });
  return (
    <AccountForm
      title={t("codeTitle")}
      lead={
        "phone" in progress
          ? t.rich("phoneCodeLead", { phone: phoneText(progress.phone), strong: strongPhone })
          : t.rich("codeLead", { email: wholeAccountName(progress), strong: strongEmail })
      }
      alert={alert}
      onSubmit={submit}
      submitting={form.submitting}
      submitLabel={t("checkCode")}
      footer={
        <span className={classes.footer}>
          {t("noCode")}{" "}
          <LightTextButton onClick={() => goToStep("email", progress)}>
            {t("resend")}
          </LightTextButton>
        </span>
      }
    >
      <TextField
        {...form.getInputProps("code")}
        label={t("phone" in progress ? "phoneCode" : "code")}
        description={t("phone" in progress ? "phoneCodeHint" : "codeHint")}
        required
        autoComplete="one-time-code"
        inputMode={"phone" in progress ? "numeric" : "text"}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        className={classes.code}
      />
    </AccountForm>
  );
}

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
