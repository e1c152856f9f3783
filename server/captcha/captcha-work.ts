/** A proof of work in place of the picture: costs a phone a second or two, and a sender of spam as much each time. */
import { randomBytes, randomInt } from "node:crypto";
import { type Challenge, createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { type CaptchaWork, workSolution } from "#lib/captcha/schema.ts";

/** Web Crypto has it, natively and off the page's own thread. */
const algorithm = "PBKDF2/SHA-256";
/** Rounds of one try: the deriving outweighs the calling. */
const cost = 5000;
const triesMin = 300;
const triesMax = 600;

/**
 * At most this many times the usual work, since a whole campus may share one address. The picture becomes no harder.
 */
const timesMax = 8;

/** No answer of a picture begins so. */
const mark = "work:";

interface StoredWork {
  challenge: Challenge;
  /** Signs this challenge alone, so that nodes have no secret to share. */
  secret: string;
}

export const isWork = (stored: string) => stored.startsWith(mark);

/** `doublings`: how many times over the tries are twice as many, in fractions too. `stored` goes to the store, as a picture's answer does. */
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
