"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { LightButton } from "#components/ui/controls/light-button.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import { Spinner } from "#components/ui/spinner.tsx";
import { ApiFailure } from "#lib/api/api-client.ts";
import { useMemberIdIfAny } from "#lib/auth/use-member-id-if-any.ts";
import { useResendConfirmation } from "#lib/auth/use-verify-email.ts";
import { readStoredText, storeText } from "#lib/browser/stored-text.ts";
import { formatCountdown } from "#lib/i18n/format.ts";

/**
 * Sends the confirmation link again and shows the outcome (S-CONFIRMATION). While the limit of SEC-A6 holds, the
 * button counts down to when the server will send another.
 */
export function ResendButton({ variant = "filled" }: { variant?: "filled" | "default" }) {
  const t = useTranslations();
  const resend = useResendConfirmation();
  const sending = useRef(false);
  const [seconds, waitFor] = useCountdown();
  const send = () => {
    // A double click arrives before the button shows that it is loading, and would spend two links of the hour.
    if (sending.current || seconds > 0) return;
    sending.current = true;
    resend.mutate(undefined, {
      onSuccess: ({ message, data }) => {
        showSuccess(t("Site.success"), message);
        if (data) waitFor(data.wait_s);
      },
      onError: (failure) => {
        showFailure(t("Site.failure"), failure.message);
        if (failure instanceof ApiFailure && failure.status === 429)
          waitFor(Math.ceil((failure.retryAfterMs ?? 0) / 1000));
      },
      onSettled: () => (sending.current = false),
    });
  };
  return (
    // Not disabled while sending or waiting, because it would lose the focus.
    <LightButton
      variant={seconds > 0 ? "default" : variant}
      aria-busy={resend.isPending}
      icon={resend.isPending && <Spinner size={18} />}
      aria-disabled={seconds > 0}
      onClick={send}
    >
      {seconds > 0 ? t("Auth.resendIn", { time: formatCountdown(seconds) }) : t("Auth.resend")}
    </LightButton>
  );
}

/**
 * Whole seconds left of the member's wait, by the clock, so that a suspended page shows the right number when it resumes,
 * and so does one that is loaded anew.
 */
function useCountdown(): [seconds: number, start: (seconds: number) => void] {
  const memberId = useMemberIdIfAny();
  const [wait, setWait] = useState<{ until: number; left: number } | null>(null);
  const [readFor, setReadFor] = useState<number | null>(null);
  if (memberId !== null && memberId !== readFor) {
    setReadFor(memberId);
    setWait(storedWait(memberId));
  }
  const until = wait?.until ?? null;
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => setWait(waitUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  const start = (seconds: number) => {
    const next = waitUntil(Date.now() + seconds * 1000);
    if (memberId !== null) storeText("sessionStorage", waitKey, `${memberId} ${next?.until ?? 0}`);
    setWait(next);
  };
  return [wait?.left ?? 0, start];
}

/** Null once it is over. */
function waitUntil(until: number): { until: number; left: number } | null {
  const left = Math.ceil((until - Date.now()) / 1000);
  return left > 0 ? { until, left } : null;
}

/** Holds the member and the moment: another member who signs in here does not wait. */
const waitKey = "resend-wait";

function storedWait(memberId: number): ReturnType<typeof waitUntil> {
  const written = readStoredText("sessionStorage", waitKey) ?? "";
  const [id, until = 0] = written.split(" ").map(Number);
  return id === memberId ? waitUntil(until) : null;
}
