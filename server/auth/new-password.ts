import { dictionary } from "@zxcvbn-ts/language-common";
import { invalidField } from "#server/failure.ts";

export type CheckNewPassword = (password: string) => void;

const lengthMin = 8;

/**
 * Answers a check of passwords that are to be set: with PASSWORD_STRICT at least 8 characters, and none of the list of
 * common ones, which goes far beyond the first 3,000 (security.md A5). Otherwise the forms' rules are all there are.
 * The check throws {Failure} `invalid` on field `password`.
 */
export function createPasswordCheck(strict: boolean): CheckNewPassword {
  if (!strict) return () => undefined;
  const common = new Set(dictionary["passwords-common"]);
  return (password) => {
    if ([...password].length < lengthMin) throw invalidField("password", "Site.min8");
    if (common.has(password.toLowerCase())) throw invalidField("password", "Site.commonPassword");
  };
}
