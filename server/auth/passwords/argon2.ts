import { fileURLToPath } from "node:url";
import Piscina from "piscina";
import { computingAtOnce } from "#server/infra/thread-pool.ts";

/**
 * Threads of low priority, because a hash takes a processor for tens of milliseconds: many logins at once must not delay
 * messages (SEC-O4). All start with the process and stay, so that one that cannot start shows then, and not at a login.
 */
const threads = new Piscina({
  filename: fileURLToPath(new URL("./argon2-thread.ts", import.meta.url)),
  minThreads: computingAtOnce,
  maxThreads: computingAtOnce,
  niceIncrement: 10,
});

/** Returns the argon2id hash in its usual text form, with the parameters of argon2-thread.ts. */
export const argon2Hash = (password: string): Promise<string> =>
  threads.run(password, { name: "hash" });

/** Whether a hash of any argon2 parameters is that of the password. */
export const argon2Verify = (passwordHash: string, password: string): Promise<boolean> =>
  threads.run({ passwordHash, password }, { name: "verify" });
