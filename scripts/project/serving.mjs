// @ts-check
import os from "node:os";

/**
 * V8's threads, which collect garbage and compile, leave a processor to what they work for. They are four by default,
 * wherever: on two processors messages then waited for a collection twice as long.
 */
const helpers = Math.min(4, Math.max(1, os.availableParallelism() - 1));

/** Arguments for a Node that serves. */
export const serverArguments = [`--v8-pool-size=${helpers}`, "server/main.ts"];
