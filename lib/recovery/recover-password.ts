import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import type { PasswordResetInput, RecoveryCodeInput, RecoveryForm } from "#lib/recovery/schema.ts";

/** `email` is whole. The answer is the same whether the account exists or not. */
export function useSendRecoveryCode() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: RecoveryForm) =>
      api.post(`/api/${locale}/password/email`, messageBody, input),
  });
}

/** Fails with a message on `code`; spends nothing. */
export function useCheckRecoveryCode() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: RecoveryCodeInput) =>
      api.post(`/api/${locale}/password/code/check`, messageBody, input),
  });
}

/** Spends the code and ends every session of the account; answers with the message to show. */
export function useResetPassword() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: PasswordResetInput) =>
      api.post(`/api/${locale}/password/reset`, messageBody, input),
  });
}
