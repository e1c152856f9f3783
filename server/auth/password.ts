import { hash as hashOnThread, verify as verifyOnThread } from "@node-rs/argon2";
import type { QueueLoad } from "#server/infra/queue-load.ts";

/** argon2id at the OWASP minimum: 19 MiB, 2 passes, 1 lane (the library's default algorithm is argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Normalises equivalent characters, because keyboards and systems compose letters differently. */
export const normalised = (password: string) => password.normalize("NFC");

export const hashPassword = (password: string) => counted(hashOnThread(normalised(password), cost));

/** Threads on which passwords are hashed, beside all else that libuv does on them. */
const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
let underWay = 0;

/** Hashes of this process that are being made or compared, and those that wait for a thread. */
export const passwordLoad = (): QueueLoad => ({
  running: Math.min(underWay, threads),
  waiting: Math.max(0, underWay - threads),
  refused: 0,
});

async function counted<T>(work: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work;
  } finally {
    underWay -= 1;
  }
}

let decoy: Promise<string> | undefined;

/** Takes as long for an account that does not exist (`passwordHash` undefined) as for one that does (SEC-A2). */
export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash !== undefined;
  decoy ??= hashPassword("no account has this password");
  const comparedHash = passwordHash ?? (await decoy);
  const written = normalised(password);
  // Hashes from before the normalisation were made of the text as it was typed.
  const matches =
    (await counted(verifyOnThread(comparedHash, written))) ||
    (written !== password && (await counted(verifyOnThread(comparedHash, password))));
  return known && matches;
}
