"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts.ts";
import { useResendConfirmation } from "#lib/auth/confirm-email.ts";

/** Sends the confirmation link once more and says how that went (specification §2, §8). */
export function ResendButton() {
  const t = useTranslations();
  const resend = useResendConfirmation();
  const sending = useRef(false);
  const send = () => {
    // A double click comes before the button shows that it works: it would spend two links of the hour.
    if (sending.current) return;
    sending.current = true;
    resend.mutate(undefined, {
      onSuccess: ({ message }) => showSuccess(t("Site.success"), message),
      onError: ({ message }) => showFailure(t("Site.failure"), message),
      onSettled: () => (sending.current = false),
    });
  };
  return (
    <Button loading={resend.isPending} onClick={send}>
      {t("Auth.resend")}
    </Button>
  );
}
