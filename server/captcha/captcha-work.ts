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

/** A campus shares one address: nobody there waits longer than this, and the picture costs the same as ever. */
const timesMax = 8;

/** No answer of a picture begins so. */
const mark = "work:";

interface Kept {
  challenge: Challenge;
  /** Signs this challenge alone, so that nodes have no secret to share. */
  secret: string;
}

export const isWork = (kept: string) => kept.startsWith(mark);

/** `doublings`: how many times over the tries are twice as many, in fractions too. `kept` goes to the store, as a picture's answer does. */
export async function createWork(
  doublings = 0,
): Promise<{ work: CaptchaWork["work"]; kept: string }> {
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
  const kept: Kept = { challenge, secret };
  return { work: challenge.parameters, kept: mark + JSON.stringify(kept) };
}

export async function isSolved(kept: string, given: string): Promise<boolean> {
  const solution = workSolution.safeParse(given);
  if (!solution.success) return false;
  const { challenge, secret } = JSON.parse(kept.slice(mark.length)) as Kept; // written by createWork
  const { verified } = await verifySolution({
    challenge,
    solution: solution.data,
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  });
  return verified;
}
