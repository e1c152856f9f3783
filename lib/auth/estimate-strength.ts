/** How hard a password is to guess. Heavy: fetched when somebody begins to choose one. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { commonPasswords } from "#lib/auth/common-passwords.ts";

export const strengths = ["Weak", "Fair", "Good", "Strong"] as const;
export type Strength = (typeof strengths)[number];

/** Past it a password is strong, or repeats itself; and the time to tell grows with the length. */
const lengthMax = 64;

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: [...commonPasswords] },
  maxLength: lengthMax,
});

/** `known`: what a stranger knows of the person, and so must not be the password. */
export function strengthOf(password: string, known: readonly string[]): Strength {
  const { score } = estimator.check(
    password,
    known.filter((word) => word !== ""),
  );
  return strengths[Math.max(0, score - 1)] ?? "Weak";
}
