"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AccountForm } from "#components/auth/account-form.tsx";
import classes from "#components/recovery/recovery-code-form.module.css";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { TextField } from "#components/ui/forms/text-field.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { wholeAccountName } from "#lib/auth/account-name.ts";
import { phoneText } from "#lib/members/phone-text.ts";
import { useCheckRecoveryCode } from "#lib/recovery/recover-password.ts";
import type { RecoveryProgress } from "#lib/recovery/recovery-progress.ts";
import { recoveryCodeInput } from "#lib/recovery/schema.ts";
import { goToStep } from "#lib/recovery/use-recovery.ts";

const strongEmail = (email: ReactNode) => <strong className={classes.email}>{email}</strong>;
const strongPhone = (phone: ReactNode) => <strong className={classes.phone}>{phone}</strong>;

interface RecoveryCodeFormProps {
  progress: RecoveryProgress;
  /** Why a code that was accepted before is refused now. */
  refusal: string | undefined;
}

/** Step 2: the code that was mailed or texted, in whatever case, with or without its dashes. */
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
          <LinkButton onClick={() => goToStep("email", progress)}>{t("resend")}</LinkButton>
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
