import { hash, verify } from "@node-rs/argon2";
import type { preHandlerHookHandler } from "fastify";
import { computingAtOnce } from "#server/infra/thread-pool.ts";
import { createWorkQueue } from "#server/infra/work-queue.ts";

/** argon2id at the OWASP minimum: 19 MiB, 2 passes, 1 lane (the library's default algorithm is argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

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
    done();
  };

/** Normalises equivalent characters, because keyboards and systems compose letters differently. */
export const normalised = (password: string) => password.normalize("NFC");

export const hashPassword = (password: string) => queue.run(() => hash(normalised(password), cost));

let decoy: Promise<string> | undefined;

/** Takes equally long for an account that does not exist (`passwordHash` undefined) as for one that does (SEC-A2). */
export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash !== undefined;
  const written = normalised(password);
  const matches = await queue.run(async () => {
    decoy ??= hash("no account has this password", cost);
    const comparedHash = passwordHash ?? (await decoy);
    // Older hashes were made of the text as it was typed, before normalisation was introduced.
    return (
      (await verify(comparedHash, written)) ||
      (written !== password && (await verify(comparedHash, password)))
    );
  });
  return known && matches;
}
