// @ts-check
import os from "node:os";
import { inRoot } from "./paths.mjs";

/**
 * V8's threads, which collect garbage and compile, leave a processor to what they work for. They are four by default,
 * wherever: on two processors messages then waited for a collection twice as long.
 */
const helpers = Math.min(4, Math.max(1, os.availableParallelism() - 1));

/**
 * In megabytes: half the room for new objects. By default V8 lets it grow while the server loads, to 50 MB more than it
 * needs afterwards. With 8 a server of 500 messages a second spends 18 % of its time on collections, with 16 it is 13 %.
 */
const newObjects = 16;

/** Arguments for a Node that serves. */
export const serverArguments = [
  `--v8-pool-size=${helpers}`,
  `--max-semi-space-size=${newObjects}`,
  "server/main.ts",
];

/**
 * Variables for a Node that serves. It keeps what it compiled, and what it made of TypeScript, for the next start; glibc
 * gives each thread that asks for memory an arena of its own, which threads of pictures and passwords leave half empty.
 */
export const serverVariables = {
  NODE_COMPILE_CACHE: inRoot("node_modules/.cache/kampus/compiled"),
  MALLOC_ARENA_MAX: "2",
};
