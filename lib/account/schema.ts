/** Settings of the own account, under /api/{l}/profile/setting (product.md §3). */
import * as z from "zod/mini";
import { dataOf, id, messageWith, timestamp } from "#lib/http/schema.ts";
import { locales } from "#lib/i18n/locales.ts";
import {
  newPasswordFields,
  passwordsDiffer,
  personName,
  phoneNumber,
  requiredText,
  samePassword,
} from "#lib/validation/schema.ts";

export const account = z.object({
  surname: z.string(),
  name: z.string(),
  patronymic: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  locale: z.string(),
});
export type Account = z.infer<typeof account>;

export const accountAnswer = dataOf(account);
export const accountChanged = messageWith(account);

export const accountInput = z.object({
  surname: personName,
  name: personName,
  patronymic: personName,
  phone: z.nullable(phoneNumber),
  locale: z.enum(locales, {
    error: ({ input }) => (input === undefined ? "Site.required" : "Site.invalid"),
  }),
});
export type AccountInput = z.output<typeof accountInput>;

const passwordChangeFields = z.object({ current_password: requiredText, ...newPasswordFields });

/** The form, whose repetition is checked beside the other fields. */
export const passwordChangeForm = passwordChangeFields.check(
  z.refine(samePassword, { ...passwordsDiffer, when: () => true }),
);
export const passwordChangeInput = passwordChangeFields.check(
  z.refine(samePassword, passwordsDiffer),
);
export type PasswordChangeInput = z.infer<typeof passwordChangeInput>;

/** A place where the account is signed in; `current` is the one that asks. */
export const accountSession = z.object({
  id,
  user_agent: z.string(),
  ip: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

export const accountSessions = dataOf(z.array(accountSession));

export const deletionInput = z.object({ password: requiredText });
export type DeletionInput = z.infer<typeof deletionInput>;

export const deletionAnswer = messageWith(z.object({ deletes_at: timestamp }));
