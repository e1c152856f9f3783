/** Fetched with the first work: pages without it carry none of this. */
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { CaptchaWork } from "#lib/captcha/schema.ts";

/**
 * Tries counters until one fits, and answers what is sent as `captcha`. The browser derives the keys off the
 * page's own thread, so the page stays quick meanwhile. Null when `signal` gives it up.
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
