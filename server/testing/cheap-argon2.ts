/**
 * Stands for server/auth/passwords/argon2.ts in API tests (vitest.config.ts), which sign up and in thousands of times: hashes
 * cost a fiftieth, and are argon2id all the same. What hashes cost members is measured by `npm run bench -- timing`.
 */
import { hash, verify } from "@node-rs/argon2";

export const argon2Hash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 256, timeCost: 1 });

export const argon2Verify = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password);
