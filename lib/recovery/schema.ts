/** Password recovery by mail and by phone (S-RECOVERY). */
import * as z from "zod/mini";
import { captchaFields, wholeEmail } from "#lib/auth/schema.ts";
import {
  newPasswordFields,
  passwordPair,
  phoneNumber,
  requiredText,
  withoutWhitespace,
} from "#lib/validation/schema.ts";

const recoveryLocalPart = requiredText.check(
  z.minLength(6, "Site.min6"),
  z.maxLength(255, "Site.max255"),
  z.regex(withoutWhitespace, "Site.passwordValidate"),
  z.regex(/^[^@]*$/, "Site.wrongemail"),
);

/** Step 1, the form: `email` is the local part alone. */
export const recoveryForm = z.object({ email: recoveryLocalPart, ...captchaFields });
export type RecoveryForm = z.infer<typeof recoveryForm>;

/** Step 1, the request: `email` is whole, on any of the account domains. */
export const recoveryInput = (accountDomains: readonly string[]) =>
  z.object({ email: wholeEmail(recoveryLocalPart, accountDomains), ...captchaFields });

/** Step 2. Case and dashes of the code do not matter. */
export const recoveryCodeInput = z.object({
  code: requiredText.check(z.maxLength(64, "Site.wrongCode")),
});
export type RecoveryCodeInput = z.infer<typeof recoveryCodeInput>;

/** Step 3, the form. */
export const newPasswordForm = [z.object(newPasswordFields), passwordPair];

/** Step 3, the request. */
export const passwordResetInput = z.object({ ...newPasswordFields, ...recoveryCodeInput.shape });
export type PasswordResetInput = z.infer<typeof passwordResetInput>;

/** By phone: step 1, the form and the request. */
export const phoneRecoveryInput = z.object({ phone: phoneNumber, ...captchaFields });
export type PhoneRecoveryInput = z.output<typeof phoneRecoveryInput>;
const phoneAndCode = { phone: phoneNumber, ...recoveryCodeInput.shape };
export const phoneCodeInput = z.object(phoneAndCode);
export const phoneResetInput = z.object({ ...newPasswordFields, ...phoneAndCode });
