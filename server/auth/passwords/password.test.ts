import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hashPassword, passwordMatches } from "#server/auth/passwords/password.ts";

it("a password is hashed at the cost that OWASP names as the least, and only that password matches", async () => {
  const stored = await hashPassword("canary-password");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(stored, "canary-password")).toBe(true);
  expect(await passwordMatches(stored, "canary-passwort")).toBe(false);
});

it("passwords are hashed by a thread that everything else on the machine goes before", async () => {
  await hashPassword("canary-password");
  const niceness = readdirSync("/proc/self/task").map((thread) => {
    const [, fields = ""] = readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ");
    return Number(fields.split(" ")[16]);
  });
  expect(niceness).toContain(10);
});
