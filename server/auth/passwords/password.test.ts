import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { createArgon2 } from "#server/auth/passwords/argon2.ts";
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

it("a password fails when no thread can start, the process goes on, and the next one is hashed when threads start again", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kampus-argon2-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "thread.mjs");
  const { hash } = createArgon2(pathToFileURL(file), 1_000);
  await expect(hash("canary-password")).rejects.toThrow("no thread could hash a password");
  await writeFile(file, "export const hash = (password) => password.length;");
  expect(await hash("canary")).toBe(6);
});
