import { z } from "zod";
import { id, timestamp } from "#lib/http/schema.ts";
import { personName, requiredText, text, withoutWhitespace } from "#lib/validation/schema.ts";

export const image = z.object({
  id,
  url: z.string(),
  thumb_url: z.string(),
  width: z.int(),
  height: z.int(),
  is_main: z.boolean(),
  created_at: timestamp,
});

/** The signed-in member, as they see themselves. */
export const user = z.object({
  id,
  fullname: z.string(),
  surname: z.string(),
  name: z.string(),
  patronymic: z.string(),
  email: z.string(),
  verified: z.boolean(),
  image: image.nullable(),
  locale: z.string(),
});
export type User = z.infer<typeof user>;

/** A member, as others see them. */
export const person = z.object({
  id,
  fullname: z.string(),
  image: image.nullable(),
  online: z.boolean(),
  last_seen_at: timestamp.nullable(),
});
export type Person = z.infer<typeof person>;

/** What another member is to the one who asks (product.md §3, friendship calls). */
export const friendshipStatus = z.enum([
  "none",
  "outgoing",
  "incoming",
  "friends",
  "blocked",
  "self",
]);
export type FriendshipStatus = z.infer<typeof friendshipStatus>;

/** What the member types before the account domain (specification §5). */
export const emailLocalPart = requiredText
  .min(6, "Site.minsymbol6")
  .max(64, "Site.wrongemail")
  .regex(withoutWhitespace, "Site.passwordValidate")
  .regex(/^[a-z]/i, "Site.wrongemail")
  .regex(/^[\w!#$%&'*+/=?^`{|}~.\s-]*$/, "Site.wrongemail");

const captchaFields = { captcha: requiredText, key: text };

const samePassword = (input: { password: string; password_confirmation: string }) =>
  input.password === input.password_confirmation;

const registrationFields = z.object({
  surname: personName,
  name: personName,
  patronymic: personName,
  email: emailLocalPart,
  password: requiredText.max(256, "Site.max256"),
  password_confirmation: text,
  ...captchaFields,
});

const passwordsDiffer = { error: "Site.passwordsMismatch", path: ["password_confirmation"] };

/** The sign-up form: `email` is the local part alone. */
export const registrationForm = registrationFields.refine(samePassword, {
  ...passwordsDiffer,
  when: () => true,
});
export type RegistrationForm = z.infer<typeof registrationForm>;

/** The sign-up request: `email` is whole, on the first account domain, and comes out lower-case. */
export const registrationInput = (accountDomain: string) =>
  registrationFields
    .extend({
      email: requiredText.toLowerCase().transform((email, context) => {
        const suffix = `@${accountDomain}`;
        const localPart = email.endsWith(suffix) ? email.slice(0, -suffix.length) : email;
        const checked = emailLocalPart.safeParse(localPart);
        for (const issue of checked.error?.issues ?? [])
          context.issues.push({ code: "custom", input: email, message: issue.message });
        if (checked.success && localPart === email)
          context.issues.push({ code: "custom", input: email, message: "Site.wrongemail" });
        return email;
      }),
    })
    .refine(samePassword, passwordsDiffer);

const login = requiredText
  .min(2, "Site.minsymbol")
  .max(255, "Site.max255")
  .regex(withoutWhitespace, "Site.passwordValidate");

/** The login form (`login` is the local part) and, with the whole login, the request. */
export const loginInput = z.object({ login, password: requiredText, ...captchaFields });
export type LoginInput = z.infer<typeof loginInput>;

/** Answer of login and sign-up: the bearer token and the member it signs in. */
export const signedIn = z.object({ token: z.string(), user, message: z.string() });
export type SignedIn = z.infer<typeof signedIn>;

export const verifyEmailInput = z.object({ token: requiredText });
