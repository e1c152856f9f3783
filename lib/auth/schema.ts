import * as z from "zod/mini";
import { id, messageWith, timestamp } from "#lib/http/schema.ts";
import { requiredText, text, withoutWhitespace } from "#lib/validation/schema.ts";

export const image = z.object({
  id,
  url: z.string(),
  thumb_url: z.string(),
  width: z.int(),
  height: z.int(),
  is_main: z.boolean(),
  created_at: timestamp,
});
export type Image = z.infer<typeof image>;

/** The signed-in member, as they see themselves. */
export const user = z.object({
  id,
  fullname: z.string(),
  surname: z.string(),
  name: z.string(),
  patronymic: z.string(),
  email: z.string(),
  verified: z.boolean(),
  image: z.nullable(image),
  locale: z.string(),
});
export type User = z.infer<typeof user>;

/** A member as others see them. */
export const person = z.object({
  id,
  fullname: z.string(),
  image: z.nullable(image),
  online: z.boolean(),
  last_seen_at: z.nullable(timestamp),
});
export type Person = z.infer<typeof person>;

/** A person where only the face is shown. */
export const personFace = z.object({ id, fullname: z.string(), image: z.nullable(image) });

/** The friendship status between a person and the reader (D-FRIENDSHIP). */
export const friendshipStatus = z.enum([
  "none",
  "outgoing",
  "incoming",
  "friends",
  "blocked",
  "self",
]);
export type FriendshipStatus = z.infer<typeof friendshipStatus>;

/** What the member types before the account domain (S-FIELDS). */
export const emailLocalPart = requiredText.check(
  z.minLength(6, "Site.minsymbol6"),
  z.maxLength(64, "Site.wrongemail"),
  z.regex(withoutWhitespace, "Site.passwordValidate"),
  z.regex(/^\p{L}[^@]*$/u, { error: "Site.wrongemail", abort: true }),
  z.regex(/^[a-z][\w!#$%&'*+/=?^`{|}~.\s-]*$/i, "Site.latinEmail"),
);

/** The fields that every form with a captcha sends beside its own. */
export const captchaFields = { captcha: requiredText, key: text };

/** A whole address, lower-case, on one of the domains, with the issues of its local part. */
export const wholeEmail = (localPartSchema: z.ZodMiniType<string>, domains: readonly string[]) =>
  z.pipe(
    requiredText.check(z.toLowerCase()),
    z.transform((email: string, context) => {
      const domain = domains.find((candidate) => email.endsWith(`@${candidate}`));
      const localPart = domain === undefined ? email : email.slice(0, -domain.length - 1);
      const checked = localPartSchema.safeParse(localPart);
      for (const issue of checked.error?.issues ?? [])
        context.issues.push({ code: "custom", input: email, message: issue.message });
      if (checked.success && domain === undefined)
        context.issues.push({ code: "custom", input: email, message: "Site.wrongemail" });
      return email;
    }),
  );

/** An address that sign-up may assign. */
export const newAddressInput = (accountDomain: string) =>
  z.object({ email: wholeEmail(emailLocalPart, [accountDomain]) });

const login = requiredText.check(
  z.minLength(2, "Site.minsymbol"),
  z.maxLength(255, "Site.max255"),
  z.regex(withoutWhitespace, "Site.passwordValidate"),
);

/** The login form (`login` is the local part) and, with the whole login, the request. */
export const loginInput = z.object({ login, password: requiredText, ...captchaFields });
export type LoginInput = z.infer<typeof loginInput>;

/**
 * Answer of login and sign-up: the bearer token and the member whom it signs in. `restored`: the account was scheduled
 * for deletion and is back, which `message` explains.
 */
export const signedIn = z.object({
  token: z.string(),
  user,
  message: z.string(),
  restored: z.optional(z.literal(true)),
});
export type SignedIn = z.infer<typeof signedIn>;

/**
 * Answer of a confirmation link. `invitation`: the code of the invitation through which the member signed up, so that
 * any browser can go on to it.
 */
export const emailVerified = z.object({
  message: z.string(),
  data: z.optional(z.object({ invitation: z.string() })),
});

export const verifyEmailInput = z.object({ token: requiredText });

/**
 * Answer of the request for another confirmation link; `wait_s`, when no more may be requested now: the seconds until
 * one may.
 */
export const linkResent = z.object({
  message: z.string(),
  data: z.optional(z.object({ wait_s: z.int() })),
});

/** A new address for an account whose own is not confirmed: `email` is the local part alone. */
export const addressCorrectionForm = z.object({ email: emailLocalPart, password: requiredText });
export type AddressCorrectionForm = z.infer<typeof addressCorrectionForm>;

/** The request: `email` is whole, on one of the account domains, and comes out lower-case. */
export const addressCorrectionInput = (accountDomains: readonly string[]) =>
  z.extend(addressCorrectionForm, { email: wholeEmail(emailLocalPart, accountDomains) });

export const addressCorrected = messageWith(user);
