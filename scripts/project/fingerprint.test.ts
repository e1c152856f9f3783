import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprint } from "#scripts/project/fingerprint.mjs";

let base: string;
const inputs = ["app", "next.config.ts", "absent"];
const digest = () => fingerprint(base, inputs, (file) => !file.endsWith(".test.ts"));
const write = (file: string, text: string) => writeFileSync(path.join(base, file), text);

beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), "kampus-fingerprint-"));
  mkdirSync(path.join(base, "app/deep"), { recursive: true });
  write("app/deep/page.tsx", "page");
  write("next.config.ts", "config");
});
afterEach(() => rmSync(base, { recursive: true }));

test("the same files have the same fingerprint", async () => {
  expect(await digest()).toBe(await digest());
});

test.each([
  ["a file deep inside changes", () => write("app/deep/page.tsx", "other")],
  ["a file appears", () => write("app/layout.tsx", "layout")],
  ["a file is renamed", () => renameSync(path.join(base, "app/deep"), path.join(base, "app/d"))],
  ["a single file changes", () => write("next.config.ts", "other")],
  ["an absent input appears", () => write("absent", "")],
])("it differs when %s", async (_what, change) => {
  const before = await digest();
  change();
  expect(await digest()).not.toBe(before);
});

test("a file that `counts` leaves out does not change the fingerprint", async () => {
  const before = await digest();
  write("app/deep/page.test.ts", "test");
  expect(await digest()).toBe(before);
});
