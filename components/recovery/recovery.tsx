"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { Challenge } from "#components/auth/challenge.ts";
import { loginFormName } from "#components/auth/login-form.tsx";
import { accountDomainName } from "#components/auth/use-account-domain.ts";
import { NewPasswordForm } from "#components/recovery/new-password-form.tsx";
import { RecoveryCodeForm } from "#components/recovery/recovery-code-form.tsx";
import { RecoveryEmailForm } from "#components/recovery/recovery-email-form.tsx";
import { useGoTo } from "#components/ui/route-link.tsx";
import { showSuccess } from "#components/ui/toasts.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { keepValues } from "#lib/auth/kept-values.ts";
import {
  keepProgress,
  type RecoveryProgress,
  type RecoveryStep,
} from "#lib/recovery/recovery-progress.ts";
import { goToStep, useRecovery } from "#lib/recovery/use-recovery.ts";
import { routes } from "#lib/routes.ts";

const firstFields: Record<RecoveryStep, string> = {
  email: "email",
  code: "code",
  password: "password",
};

/** From a forgotten password to a new one: enter-email, check-code, new-password, login (specification §2, §4). */
export function Recovery({ challenge }: { challenge: Challenge }) {
  const { step, progress } = useRecovery();
  const finish = useFinish();
  const [refusal, setRefusal] = useState<string | undefined>();
  // Nothing is kept any more then, but the last step stays until the login is there.
  const [finished, setFinished] = useState<RecoveryProgress | null>(null);
  useFocusOnStep(step);

  const finishWith = (message: string, of: RecoveryProgress) => {
    setFinished(of);
    finish(message, of);
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
  return <RecoveryEmailForm challenge={challenge} />;
}

/** Says how it went, and leaves for the login, which knows already who comes. */
function useFinish() {
  const t = useTranslations("Site");
  const locale = useLocale();
  const goTo = useGoTo();
  const auth = useAuth();
  return (message: string, { localPart, domain }: RecoveryProgress) => {
    keepProgress(null);
    keepValues(loginFormName, locale, { login: localPart });
    keepValues(accountDomainName, locale, { chosen: domain });
    // The new password has ended every session of the account, the one of this browser too.
    if (auth.status === "authenticated") void auth.leave();
    showSuccess(t("success"), message);
    goTo(routes.login(), { replace: true });
  };
}

/** A step that replaces another is begun where a keyboard begins it. */
function useFocusOnStep(step: RecoveryStep): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    document.getElementsByName(firstFields[step])[0]?.focus();
  }, [step]);
}
