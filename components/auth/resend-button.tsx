"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { showFailure, showSuccess } from "#components/ui/toasts.ts";
import { useResendConfirmation } from "#lib/auth/confirm-email.ts";

/** Sends the confirmation link once more and says how that went (specification §2, §8). */
export function ResendButton() {
  const t = useTranslations();
  const resend = useResendConfirmation();
  const send = () =>
    resend.mutate(undefined, {
      onSuccess: ({ message }) => showSuccess(t("Site.success"), message),
      onError: ({ message }) => showFailure(t("Site.failure"), message),
    });
  return (
    <Button loading={resend.isPending} onClick={send}>
      {t("Auth.resend")}
    </Button>
  );
}
