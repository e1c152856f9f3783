/**
 * Node's thread pool, which pictures, files and DNS lookups share: large enough that long computations leave threads to the
 * others. It takes its size from the environment at its first use, so this module is imported before all
 * others (server/main.ts).
 */
import { availableParallelism } from "node:os";

/**
 * The processors of this process: KAMPUS_PROCESSORS (deploy/serve.sh), because a container without a limit sees all those
 * of its host, and each password that is hashed at once takes 19 MiB.
 */
const processors = Number(process.env.KAMPUS_PROCESSORS) || availableParallelism();

/** The number of password comparisons and picture decodings at once: one processor is left to all other requests. */
export const computingAtOnce = Math.max(1, processors - 1);
const othersAtOnce = 4;

process.env.UV_THREADPOOL_SIZE ??= String(computingAtOnce + othersAtOnce);
