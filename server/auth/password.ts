import { hash, verify } from "@node-rs/argon2";

/** argon2id at the OWASP minimum: 19 MiB, 2 passes, 1 lane (the library's default algorithm is argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Normalises equivalent characters, because keyboards and systems compose letters differently. */
export const normalised = (password: string) => password.normalize("NFC");

export const hashPassword = (password: string) => hash(normalised(password), cost);

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
    (await verify(comparedHash, written)) ||
    (written !== password && (await verify(comparedHash, password)));
  return known && matches;
}
