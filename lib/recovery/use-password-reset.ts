import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import type {
  PasswordResetInput,
  PhoneRecoveryInput,
  RecoveryCodeInput,
  RecoveryForm,
} from "#lib/recovery/schema.ts";

/** `email` includes the domain. The answer is the same whether the account exists or not. */
export function useSendRecoveryCode() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: RecoveryForm) =>
      api.post(`/api/${locale}/password/email`, messageBody, input, { asDevice: true }),
  });
}

/** By text message, as a form of parts (S-RECOVERY). The answer is the same for every number. */
export function useTextRecoveryCode() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: PhoneRecoveryInput) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(input)) form.append(name, value);
      return api.post(`/api/${locale}/password/phone`, messageBody, form, { asDevice: true });
    },
  });
}

/** The number that a code was sent to by text message. */
interface Texted {
  phone?: string;
}

const codePath = (call: string, { phone }: Texted) => (phone === undefined ? call : `${call}/otp`);

/** Fails with a message on `code`; spends nothing. */
export function useCheckRecoveryCode() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: RecoveryCodeInput & Texted) =>
      api.post(`/api/${locale}/password/${codePath("code/check", input)}`, messageBody, input, {
        asDevice: true,
      }),
  });
}

/** Spends the code and ends every session of the account; answers with the message to show. */
export function useResetPassword() {
  const locale = useLocale();
  return useMutation({
    mutationFn: (input: PasswordResetInput & Texted) =>
      api.post(`/api/${locale}/password/${codePath("reset", input)}`, messageBody, input, {
        asDevice: true,
      }),
  });
}
