/** Building blocks of every form and payload. Issue messages are keys of messages/<locale>.json (S-FIELDS). */
import * as z from "zod/mini";

/** Nothing, blank text and an empty list are missing, whatever the field holds (S-FIELDS). */
export const isMissing = (input: unknown): boolean =>
  input == null ||
  (typeof input === "string" && input.trim() === "") ||
  (Array.isArray(input) && input.length === 0);

export const missingOrInvalid = ({
  input,
}: {
  input?: unknown;
}): "Site.required" | "Site.invalid" => (isMissing(input) ? "Site.required" : "Site.invalid");

/** PostgreSQL stores no NUL, and a lone surrogate is not a character, so both are refused. */
const unstorable = /[\0\p{Cs}]/u;

export const text = z.string({ error: missingOrInvalid }).check(
  z.refine((value) => !unstorable.test(value), {
    error: "Site.invalid",
    abort: true,
  }),
);

/** White space, and invisible characters that change the direction or shape of others. */
const invisible = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const requiredText = text.check(
  z.refine((value) => !invisible.test(value), { error: "Site.required", abort: true }),
);

export const withoutWhitespace = /^\S*$/u;

/** A new password and its repetition (recovery and settings; S-FIELDS). */
export const newPasswordFields = {
  password: requiredText.check(z.minLength(6, "Site.min6"), z.maxLength(256, "Site.max256")),
  password_confirmation: text,
};

/** Compares the repetition with the password where both are texts. */
export const samePassword = z.refine<{ password?: unknown; password_confirmation?: unknown }>(
  ({ password, password_confirmation }) =>
    [password, password_confirmation].some((value) => typeof value !== "string") ||
    password === password_confirmation,
  { error: "Site.passwordsMismatch", path: ["password_confirmation"] },
);

/** Its own schema: zod would compare the pair only once every field is right. */
export const passwordPair = z
  .object({ password: z.string(), password_confirmation: z.string() })
  .check(samePassword);

/**
 * A telephone number in any usual spelling, also with the marks of direction that contacts are copied with; comes out in
 * E.164, e.g. +998901234567.
 */
export const phoneNumber = z.pipe(
  requiredText,
  z.pipe(
    z.transform((written: string) => written.replace(/[\s().\p{Pd}\p{Cf}]/gu, "")),
    z.string().check(z.regex(/^\+[1-9]\d{7,14}$/, "Site.wrongPhone")),
  ),
);
