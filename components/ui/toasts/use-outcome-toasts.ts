"use client";

import { useTranslations } from "next-intl";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import type { ChangeOutcome } from "#lib/api/use-pending-changes.ts";

/** Shows what the server answers to a change as a toast (S-FAILURES); `each` as for showFailure. */
export function useOutcomeToasts(...options: [{ each: boolean }?]): ChangeOutcome {
  const t = useTranslations("Site");
  return {
    onDone: (message) => showSuccess(t("success"), message),
    onFailed: ({ message }) => showFailure(t("failure"), message, ...options),
  };
}
