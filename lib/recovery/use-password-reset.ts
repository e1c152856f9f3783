import { api } from "#lib/api/api-client.ts";
import { useCall } from "#lib/api/use-call.ts";
import { messageBody } from "#lib/http/schema.ts";
import type {
  PasswordResetInput,
  PhoneRecoveryInput,
  RecoveryCodeInput,
  RecoveryForm,
} from "#lib/recovery/schema.ts";

/** `email` includes the domain. The answer is the same whether the account exists or not. */
export const useSendRecoveryCode = () =>
  useCall((locale, input: RecoveryForm) => post(locale, "email", input));

/** By text message, as a form of parts (S-RECOVERY). The answer is the same for every number. */
export const useTextRecoveryCode = () =>
  useCall((locale, input: PhoneRecoveryInput) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(input)) form.append(name, value);
    return post(locale, "phone", form);
  });

/** The number that a code was sent to by text message. */
interface Texted {
  phone?: string;
}

const codePath = (call: string, { phone }: Texted) => (phone === undefined ? call : `${call}/otp`);

/** Fails with a message on `code`; spends nothing. */
export const useCheckRecoveryCode = () =>
  useCall((locale, input: RecoveryCodeInput & Texted) =>
    post(locale, codePath("code/check", input), input),
  );

/** Spends the code and ends every session of the account; answers with the message to show. */
export const useResetPassword = () =>
  useCall((locale, input: PasswordResetInput & Texted) =>
    post(locale, codePath("reset", input), input),
  );

const post = (locale: string, call: string, body: object) =>
  api.post(`/api/${locale}/password/${call}`, messageBody, body, { asDevice: true });
