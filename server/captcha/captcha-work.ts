/** A proof of work in place of the picture: it costs a phone a second or two, and a spammer as much each time. */
import { randomBytes, randomInt } from "node:crypto";
import { type Challenge, createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { type CaptchaWork, workSolution } from "#lib/captcha/schema.ts";

/** An algorithm that Web Crypto has natively, off the page's main thread. */
const algorithm = "PBKDF2/SHA-256";
/** Rounds per try: enough that deriving outweighs the overhead of the call. */
const cost = 5000;
const triesMin = 300;
const triesMax = 600;

/**
 * At most this many times the usual work, because a whole campus may share one address. The picture does not become
 * harder.
 */
const timesMax = 8;

/** No answer of a picture begins with this mark. */
const mark = "work:";

interface StoredWork {
  challenge: Challenge;
  /** Signs this challenge alone, so that nodes need no shared secret. */
  secret: string;
}

export const isWork = (stored: string) => stored.startsWith(mark);

/**
 * `doublings`: how often the number of tries doubles, fractions included. `stored` goes to the store, as a picture's
 * answer does.
 */
export async function createWork(
  doublings = 0,
): Promise<{ work: CaptchaWork["work"]; stored: string }> {
  const times = Math.min(2 ** doublings, timesMax);
  const secret = randomBytes(32).toString("hex");
  const challenge = await createChallenge({
    algorithm,
    cost,
    deriveKey,
    counter: Math.round(randomInt(triesMin, triesMax) * times),
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  const stored: StoredWork = { challenge, secret };
  return { work: challenge.parameters, stored: mark + JSON.stringify(stored) };
}

export async function isSolved(stored: string, given: string): Promise<boolean> {
  const solution = workSolution.safeParse(given);
  if (!solution.success) return false;
  const { challenge, secret } = JSON.parse(stored.slice(mark.length)) as StoredWork; // in the format that createWork stores
  const { verified } = await verifySolution({
    challenge,
    solution: solution.data,
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  return verified;
}
