"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AccountForm } from "#components/auth/account-form.tsx";
import type { Challenge } from "#components/auth/challenge.ts";
import { NewPasswordForm } from "#components/recovery/new-password-form.tsx";
import { RecoveryAddressForm } from "#components/recovery/recovery-address-form.tsx";
import classes from "#components/recovery/recovery.module.css";
import { LightTextButton } from "#components/ui/controls/light-text-button.tsx";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { TextField } from "#components/ui/forms/text-field.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { wholeAccountName } from "#lib/auth/account-name.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { useIntent } from "#lib/auth/intent.ts";
import { handToLogin } from "#lib/auth/carried-values.ts";
import { phoneText } from "#lib/members/phone-text.ts";
import { useCheckRecoveryCode } from "#lib/recovery/use-password-reset.ts";
import {
  storeProgress,
  type RecoveryProgress,
  type RecoveryStep,
  type RecoveryWay,
} from "#lib/recovery/recovery-progress.ts";
import { recoveryCodeInput } from "#lib/recovery/schema.ts";
import { goToStep, useRecovery } from "#lib/recovery/use-recovery.ts";
import { routes } from "#lib/routes.ts";

const firstField = (step: RecoveryStep, way: RecoveryWay) =>
  step === "email" && way === "phone" ? "phone" : step;

/** From a forgotten password to a new one: enter-email, check-code, new-password, login (S-RECOVERY). */
export function Recovery({ challenge }: { challenge: Challenge }) {
  const { step, way, progress } = useRecovery();
  const finish = useFinish();
  const [refusal, setRefusal] = useState<string | undefined>();
  // The progress is removed then, but the last step stays until the login is loaded.
  const [finished, setFinished] = useState<RecoveryProgress | null>(null);
  useFocusOnStep(step, way);

  const finishWith = (message: string, of: RecoveryProgress) => {
    setFinished(of);
    return finish(message, of);
  };
  const refuseCode = (message: string, of: RecoveryProgress) => {
    setRefusal(message);
    goToStep("code", { ...of, code: "" }, { replace: true });
  };

  const shown = finished ?? progress;
  if (shown && (finished || step === "password"))
    return (
      <NewPasswordForm
        progress={shown}
        onCodeRefused={(message) => refuseCode(message, shown)}
        onDone={(message) => finishWith(message, shown)}
      />
    );
  if (progress && step === "code")
    return <RecoveryCodeForm progress={progress} refusal={refusal} />;
  return <RecoveryAddressForm way={way} challenge={challenge} />;
}

/** Shows the outcome and leads to the login, which receives the address unless the code came by phone. */
function useFinish() {
  const t = useTranslations("Site");
  const locale = useLocale();
  const goTo = useGoTo();
  const auth = useAuth();
  const intent = useIntent();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return async (message: string, of: RecoveryProgress) => {
    storeProgress(null);
    // The login sends away whoever is signed in. Leaving also removes what this browser stores, so the rest follows it.
    if (auth.status === "authenticated") await auth.leave();
    if ("localPart" in of) handToLogin(of, locale);
    showSuccess(t("success"), message);
    // Meanwhile the member may have gone elsewhere.
    if (isShown.current) goTo(routes.login(intent), { replace: true });
  };
}

/** Moves the focus to the first field of a step that replaces another. */
function useFocusOnStep(step: RecoveryStep, way: RecoveryWay): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    document.getElementsByName(firstField(step, way))[0]?.focus();
  }, [step, way]);
}

const strongEmail = (email: ReactNode) => <strong className={classes.email}>{email}</strong>;
const strongPhone = (phone: ReactNode) => <strong className={classes.phone}>{phone}</strong>;

interface RecoveryCodeFormProps {
  progress: RecoveryProgress;
  /** Why a code that was accepted before is refused now. */
  refusal: string | undefined;
}

/** Step 2: the code that was mailed or texted, in any case, with or without its dashes. */
function RecoveryCodeForm({ progress, refusal }: RecoveryCodeFormProps) {
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
