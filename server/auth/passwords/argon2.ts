import { fileURLToPath } from "node:url";
import Piscina from "piscina";
import { computingAtOnce } from "#server/infra/thread-pool.ts";

/**
 * Computes argon2id on threads of low priority, because a hash takes a processor for tens of milliseconds: many logins at
 * once must not delay messages (SEC-O4). A thread takes 20 MB, so it ends when no password was hashed for a minute.
 * `withinMs`: where no thread can start, a hash fails after this time, and the next one tries to start one again.
 */
export function createArgon2(
  threadUrl = new URL("./argon2-thread.ts", import.meta.url),
  withinMs = 30_000,
) {
  const threads = new Piscina({
    filename: fileURLToPath(threadUrl),
    minThreads: 0,
    maxThreads: computingAtOnce,
    idleTimeout: 60_000,
    niceIncrement: 10,
  });
  let fault: unknown;
  // Without a listener, a thread that cannot start would end the process.
  threads.on("error", (error) => {
    fault = error;
  });
  const run = async (name: "hash" | "verify", task: unknown): Promise<unknown> => {
    try {
      return await threads.run(task, { name, signal: AbortSignal.timeout(withinMs) });
    } catch (error) {
      throw new Error(`no thread could ${name} a password`, { cause: fault ?? error });
    }
  };
  return {
    hash: async (password: string) => (await run("hash", password)) as string, // by the worker's `hash`
    verify: async (passwordHash: string, password: string) =>
      (await run("verify", { passwordHash, password })) as boolean, // by its `verify`
  };
}

const argon2 = createArgon2();

/** Returns the argon2id hash in its usual text form, with the parameters of argon2-thread.ts. */
export const argon2Hash = argon2.hash;

/** Whether a hash of any argon2 parameters is that of the password. */
export const argon2Verify = argon2.verify;
