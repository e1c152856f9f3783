/** Loaded with the first proof of work, so that pages without it stay light. */
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { CaptchaWork } from "#lib/captcha/schema.ts";

/**
 * Tries counters until one fits, and returns the value of `captcha`. The browser derives the keys off the main thread,
 * so the page stays responsive. Null when `signal` aborts it.
 */
export async function solveWork(
  work: CaptchaWork["work"],
  signal: AbortSignal,
): Promise<string | null> {
  const controller = new AbortController();
  signal.addEventListener("abort", () => controller.abort());
  const challenge = { parameters: work };
  const solution = await solveChallenge({ challenge, deriveKey, controller });
  return solution && `${solution.counter}.${solution.derivedKey}`;
}
