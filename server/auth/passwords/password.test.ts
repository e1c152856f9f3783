import { expect, it } from "vitest";
import { hashPassword, passwordMatches } from "#server/auth/passwords/password.ts";

it("a password is hashed at the cost that OWASP names as the least, and only that password matches", async () => {
  const stored = await hashPassword("canary-password");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(stored, "canary-password")).toBe(true);
  expect(await passwordMatches(stored, "canary-passwort")).toBe(false);
});
