/**
 * Stands for @node-rs/argon2 in API tests (vitest.config.ts), which sign up and in thousands of times: hashes cost a
 * fiftieth, and are argon2id all the same. What hashes cost members is measured by `npm run bench -- timing`.
 */
import { hash as hashAtCost, type Options } from "@node-rs/argon2/index.js";

export { verify } from "@node-rs/argon2/index.js";

export const hash = (password: string, options?: Options): Promise<string> =>
  hashAtCost(password, { ...options, memoryCost: 256, timeCost: 1 });
