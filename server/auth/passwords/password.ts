import type { preHandlerHookHandler } from "fastify";
import { argon2Hash, argon2Verify } from "#server/auth/passwords/argon2.ts";
import { computingAtOnce } from "#server/infra/thread-pool.ts";
import { createWorkQueue } from "#server/infra/work-queue.ts";
import { normalized } from "#lib/validation/normalized.ts";

const queue = createWorkQueue({ atOnce: computingAtOnce, usualMs: 40 });
const waitMsMax = 2_000;

/** The number of hashes that this process is computing, of those that wait, and of refused calls. */
export const passwordLoad = queue.load;

/**
 * For routes that anybody may call and that compare or make a password: refuses the call, before it has spent its
 * captcha, while more such work waits than can be done in two seconds (SEC-O4). Otherwise it holds a place until the
 * call is answered. `scale` multiplies those seconds (RATE_LIMIT_SCALE).
 */
export const holdPasswordPlace =
  (scale: number): preHandlerHookHandler =>
  (_request, { raw }, done) => {
    const release = queue.hold(waitMsMax * scale);
    raw.once("finish", release).once("close", release);
    if (raw.destroyed) release();
    done();
  };

/** Equal for passwords whose letters keyboards and systems compose differently. */
export const composed = (password: string) => normalized(password, "NFC");

export const hashPassword = (password: string) => queue.run(() => argon2Hash(composed(password)));

let decoy: string | undefined;

/** Takes equally long for an account that does not exist (`passwordHash` undefined) as for one that does (SEC-A2). */
export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash !== undefined;
  const written = composed(password);
  const matches = await queue.run(async () => {
    decoy ??= await argon2Hash("no account has this password");
    const comparedHash = passwordHash ?? decoy;
    // Older hashes were made of the text as it was typed, before normalisation was introduced.
    return (
      (await argon2Verify(comparedHash, written)) ||
      (written !== password && (await argon2Verify(comparedHash, password)))
    );
  });
  return known && matches;
}
