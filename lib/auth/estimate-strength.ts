/** Estimates how hard a password is to guess. Heavy, so it is loaded when a new password is entered. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { commonPasswords } from "#lib/auth/common-passwords.ts";

export const strengths = ["Weak", "Fair", "Good", "Strong"] as const;
type Strength = (typeof strengths)[number];

/** A longer password is either strong or repetitive, and the estimate takes longer with each letter. */
const lengthMax = 64;

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: [...commonPasswords] },
  maxLength: lengthMax,
});

/** `known`: publicly known words about the member, which a password must not contain. */
export function strengthOf(password: string, known: readonly string[]): Strength {
  const { score } = estimator.check(
    password,
    known.filter((word) => word !== ""),
  );
  return strengths[Math.max(0, score - 1)] ?? "Weak";
}
