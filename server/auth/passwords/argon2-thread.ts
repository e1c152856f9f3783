/** What a thread of server/auth/passwords/argon2.ts runs. */
import { hashSync, verifySync } from "@node-rs/argon2";

/** argon2id at the OWASP minimum: 19 MiB, 2 passes, 1 lane (the library's default algorithm is argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hash = (password: string) => hashSync(password, cost);

export const verify = ({ passwordHash, password }: { passwordHash: string; password: string }) =>
  verifySync(passwordHash, password);
