"use client";

import { useLocale, useTranslations } from "next-intl";
import { createElement, useEffect, useRef, useState } from "react";
import { AccountForm } from "#components/auth/account-form.tsx";
import type { Challenge } from "#components/auth/challenge.ts";
import { RecoveryAddressForm } from "#components/recovery/recovery-address-form.tsx";
import { RecoveryFooter } from "#components/recovery/recovery-footer.tsx";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { handToLogin } from "#lib/auth/carried-values.ts";
import { useIntent } from "#lib/auth/intent.ts";
import { useFetchedAhead } from "#lib/browser/use-fetched-ahead.ts";
import { useRuntimeConfig } from "#lib/config/runtime-config.ts";
import {
  storeProgress,
  type RecoveryProgress,
  type RecoveryStep,
  type RecoveryWay,
} from "#lib/recovery/recovery-progress.ts";
import { goToStep, useRecovery } from "#lib/recovery/use-recovery.ts";
import { routes } from "#lib/routes.ts";

const fetchSteps = () => import("#components/recovery/recovery-steps.tsx");

const firstField = (step: RecoveryStep, way: RecoveryWay) =>
  step === "email" && way === "phone" ? "phone" : step;

/** From a forgotten password to a new one: enter-email, check-code, new-password, login (S-RECOVERY). */
export function Recovery({ challenge }: { challenge: Challenge }) {
  const { step, way: wayOfAddress, progress } = useRecovery();
  const offersPhone = useOffersPhone();
  const way = offersPhone ? wayOfAddress : "mail";
  const finish = useFinish();
  const [refusal, setRefusal] = useState<string | undefined>();
  // The progress is removed then, but the last step stays until the login is loaded.
  const [finished, setFinished] = useState<RecoveryProgress | null>(null);
  const shown = finished ?? progress;
  const isLast = finished !== null || step === "password";
  const isLater = shown !== null && (isLast || step === "code");
  useFetchedAhead(fetchSteps);
  // The address keeps a step that cannot be fetched: the visitor may have the code by now, and is to enter it later.
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing && !isLater) setIsMissing(false); // coming to the step once more tries again
  const steps = useOnDemand(fetchSteps, () => setIsMissing(true), isLater && !isMissing);
  useFocusOnStep(isLater && !steps ? "email" : step, way);

  const finishWith = (message: string, of: RecoveryProgress) => {
    setFinished(of);
    return finish(message, of);
  };
  const refuseCode = (message: string, of: RecoveryProgress) => {
    setRefusal(message);
    goToStep("code", { ...of, code: "" }, { replace: true });
  };

  if (!isLater)
    return <RecoveryAddressForm way={way} offersPhone={offersPhone} challenge={challenge} />;
  if (!steps) {
    const retry = () => setIsMissing(false);
    return <StepOnTheWay isLast={isLast} isMissing={isMissing} onRetry={retry} />;
  }
  if (!isLast) return createElement(steps.RecoveryCodeForm, { progress: shown, refusal });
  return createElement(steps.NewPasswordForm, {
    progress: shown,
    onCodeRefused: (message: string) => refuseCode(message, shown),
    onDone: (message: string) => finishWith(message, shown),
  });
}

/** Whether text messages are sent. Until the page is hydrated its stylesheet decides (recovery.module.css). */
function useOffersPhone(): boolean {
  const config = useRuntimeConfig();
  return config === null || config.textMessages === true;
}

interface StepOnTheWayProps {
  isLast: boolean;
  /** Whether the step could not be fetched. */
  isMissing: boolean;
  onRetry: () => void;
}

/** Stands in for a later step until it is fetched. */
function StepOnTheWay({ isLast, isMissing, onRetry }: StepOnTheWayProps) {
  const t = useTranslations("Recovery");
  const layout = useTranslations("Layout");
  return (
    <AccountForm
      title={t(isLast ? "passwordTitle" : "codeTitle")}
      lead=""
      alert={null}
      onSubmit={(event) => {
        event.preventDefault();
        onRetry();
      }}
      submitting={!isMissing}
      submitLabel={isMissing ? layout("retry") : t(isLast ? "save" : "checkCode")}
      footer={<RecoveryFooter />}
    >
      {null}
    </AccountForm>
  );
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
