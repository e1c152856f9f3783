/**
 * Node's thread pool, which passwords, pictures, files and names of hosts share: large enough that whoever computes for long
 * leaves threads to the others. It takes its size from the environment when it is first used, so this is imported before
 * everything else (server/main.ts).
 */
import { availableParallelism } from "node:os";

/** Passwords that are compared, and pictures that are decoded, at once: a processor is left to all other requests. */
export const computingAtOnce = Math.max(1, availableParallelism() - 1);
const othersAtOnce = 4;

process.env.UV_THREADPOOL_SIZE ??= String(2 * computingAtOnce + othersAtOnce);
