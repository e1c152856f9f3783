/**
 * The fields of sign-up. They have a module of their own, so that the other account screens need not load the rules of
 * names.
 */
import * as z from "zod/mini";
import { captchaFields, emailLocalPart, wholeEmail } from "#lib/auth/schema.ts";
import { personName } from "#lib/validation/name-schema.ts";
import { passwordPair, requiredText, text } from "#lib/validation/schema.ts";
import { isTimeZone } from "#lib/validation/time-zone-schema.ts";

const registrationFields = z.object({
  surname: personName,
  name: personName,
  patronymic: personName,
  email: emailLocalPart,
  password: requiredText.check(z.maxLength(256, "Site.max256")),
  password_confirmation: text,
  /** The time zone of the browser. An unknown one counts as absent, so that it never makes sign-up fail. */
  time_zone: z.optional(
    z.nullable(
      z.pipe(
        z.string("Site.invalid"),
        z.transform((zone) => (isTimeZone(zone) ? zone : undefined)),
      ),
    ),
  ),
  /** The code of the invitation that led here; one that has ended does not make sign-up fail. */
  invitation: z.optional(z.nullable(z.string("Site.invalid"))),
  ...captchaFields,
});

/** The sign-up form: `email` is the local part alone. */
export const registrationForm = [registrationFields, passwordPair];
export type RegistrationForm = z.infer<typeof registrationFields>;

/** The sign-up request: `email` is whole, on the first account domain, and comes out lower-case. */
export const registrationInput = (accountDomain: string) =>
  z.extend(registrationFields, { email: wholeEmail(emailLocalPart, [accountDomain]) });
