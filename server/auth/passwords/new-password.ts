import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { samePassword } from "#lib/validation/schema.ts";
import { composed } from "#server/auth/passwords/password.ts";
import type { Env } from "#server/env.ts";
import { invalidField } from "#server/http/failure.ts";

/** @throws {Failure} `invalid` on field `password` */
export type CheckNewPassword = (password: string) => Promise<void>;

const lengthMin = 8;
const prefixLength = 5;
const answersWithinMs = 2_000;

/**
 * Returns a check of passwords to be set: with PASSWORD_STRICT at least 8 characters, and none from the list of common
 * ones, which goes far beyond the first 3,000 (SEC-A5); with LEAKED_PASSWORDS_URL none that was stolen elsewhere.
 * Otherwise only the forms' rules apply.
 */
export function createPasswordCheck(
  { passwordStrict, leakedPasswordsUrl }: Pick<Env, "passwordStrict" | "leakedPasswordsUrl">,
  warn: (text: string, error: unknown) => void,
): CheckNewPassword {
  let common: Promise<ReadonlySet<string>> | undefined;
  return async (typed) => {
    const password = composed(typed);
    if (passwordStrict && [...password].length < lengthMin)
      throw invalidField("password", "Site.min8");
    if (passwordStrict && (await (common ??= loadCommon())).has(password.toLowerCase()))
      throw invalidField("password", "Site.commonPassword");
    if (leakedPasswordsUrl === undefined) return;
    // An unreachable service must not prevent setting a password.
    const isLeaked = await wasLeaked(leakedPasswordsUrl, password).catch((error: unknown) => {
      warn("LEAKED_PASSWORDS_URL did not answer: a new password was not looked up", error);
      return false;
    });
    if (isLeaked) throw invalidField("password", "Site.leakedPassword");
  };
}

/** Read when the first password is set: the lists take several megabytes. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/**
 * Asks a service by the first five digits of a SHA-1; it answers with the remaining digits of all matches and how often
 * each was seen (as api.pwnedpasswords.com/range does). Entries seen zero times are padding.
 */
async function wasLeaked(service: string, password: string): Promise<boolean> {
  const digits = createHash("sha1").update(password).digest("hex").toUpperCase();
  const folder = service.endsWith("/") ? service : `${service}/`;
  const answer = await fetch(new URL(digits.slice(0, prefixLength), folder), {
    headers: { "add-padding": "true", "user-agent": "Kampus" },
    redirect: "error",
    signal: AbortSignal.timeout(answersWithinMs),
  });
  if (!answer.ok) throw new Error(`LEAKED_PASSWORDS_URL answered ${answer.status}`);
  const rest = digits.slice(prefixLength);
  return (await answer.text()).split(/\r?\n/).some((line) => {
    const [suffix = "", count = "0"] = line.split(":");
    return suffix.toUpperCase() === rest && Number(count) > 0;
  });
}

const pair = z
  .object({ password: z.optional(z.unknown()), password_confirmation: z.optional(z.unknown()) })
  .check(samePassword);

/** A request that sets a password compares the two even where another field is wrong, as forms do (S-FIELDS). */
export const comparingPasswords = <Fields extends z.ZodMiniObject>(fields: Fields) =>
  z.intersection(fields, pair);
