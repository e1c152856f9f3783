/** Settings of the own account, under /api/{l}/profile/setting. */
import * as z from "zod/mini";
import { dataOf, id, messageWith, timestamp } from "#lib/http/schema.ts";
import { birthday, birthdayInput } from "#lib/members/birthday-schema.ts";
import { locales } from "#lib/i18n/locales.ts";
import { timeZone } from "#lib/validation/time-zone-schema.ts";
import { personName } from "#lib/validation/name-schema.ts";
import {
  newPasswordFields,
  passwordPair,
  phoneNumber,
  requiredText,
} from "#lib/validation/schema.ts";

export const account = z.object({
  surname: z.string(),
  name: z.string(),
  patronymic: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** When the phone begins to reset the password; null where there is none. */
  phone_recovers_from: z.nullable(timestamp),
  locale: z.string(),
  /** The time zone in which mails give times; null: not known. */
  time_zone: z.nullable(z.string()),
  /** Day and month (D-BIRTHDAY). */
  birthday: z.nullable(birthday),
});
export type Account = z.infer<typeof account>;

export const accountAnswer = dataOf(account);
export const accountChanged = messageWith(account);

export const accountInput = z.object({
  surname: personName,
  name: personName,
  patronymic: personName,
  /**
   * The phone is changed by calls of its own. Pages of an older version send the stored one here, and no other is
   * accepted.
   */
  phone: z.optional(z.nullable(phoneNumber)),
  locale: z.enum(locales, {
    error: ({ input }) => (input === undefined ? "Site.required" : "Site.invalid"),
  }),
  /** Keeps the stored value when it is absent, as in requests of pages of an older version. */
  time_zone: z.optional(z.nullable(timeZone)),
  /** The same; null forgets it. */
  birthday: z.optional(z.nullable(birthdayInput)),
});
export type AccountInput = z.output<typeof accountInput>;

/** The body of a change for which a signed-in member enters the password again (SEC-A8). */
export const passwordAgain = z.object({ password: requiredText });
export type PasswordAgain = z.infer<typeof passwordAgain>;

export const phoneChangeInput = z.object({ phone: phoneNumber, ...passwordAgain.shape });
export type PhoneChangeInput = z.output<typeof phoneChangeInput>;

/** The form: the number is the one that the code was sent to. */
export const phoneCodeForm = z.object({
  code: requiredText.check(z.maxLength(64, "Site.wrongCode")),
});
export const phoneConfirmationInput = z.object({ phone: phoneNumber, ...phoneCodeForm.shape });
export type PhoneConfirmationInput = z.output<typeof phoneConfirmationInput>;

export const passwordChangeInput = z.object({
  current_password: requiredText,
  ...newPasswordFields,
});
export const passwordChangeForm = [passwordChangeInput, passwordPair];
export type PasswordChangeInput = z.infer<typeof passwordChangeInput>;

/** A place where the account is signed in; `current` is the one that asks. */
const accountSession = z.object({
  id,
  user_agent: z.string(),
  ip: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

export const accountSessions = dataOf(z.array(accountSession));

export const deletionAnswer = messageWith(z.object({ deletes_at: timestamp }));
