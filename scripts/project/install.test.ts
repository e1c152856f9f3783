import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { reasonOf, requireNodeStarts, sameTree } from "#scripts/project/install.mjs";

const zod = { version: "4.6.7", integrity: "sha512-a" };

describe("node_modules is taken for installed", () => {
  test("when it matches the lockfile", () => {
    expect(sameTree({ "": {}, "node_modules/zod": zod }, { "node_modules/zod": zod })).toBe(true);
  });

  test("when only optional packages, for other machines, are missing", () => {
    const wanted = { "node_modules/zod": zod, "node_modules/darwin": { optional: true } };
    expect(sameTree(wanted, { "node_modules/zod": zod })).toBe(true);
  });
});

describe("node_modules is installed again", () => {
  test.each([
    ["an install was cut short", null],
    ["a package is absent", {}],
    ["a version differs", { "node_modules/zod": { ...zod, version: "4.6.6" } }],
    ["a content differs", { "node_modules/zod": { ...zod, integrity: "sha512-b" } }],
    ["a package is too many", { "node_modules/zod": zod, "node_modules/left": zod }],
  ])("when %s", (_why, installed) => {
    expect(sameTree({ "node_modules/zod": zod }, installed)).toBe(false);
  });
});

test.each([
  [
    "npm error code ENOTFOUND\nnpm error network request to https://registry.npmjs.org/zod failed",
    /registry cannot be reached \(ENOTFOUND\)/,
  ],
  ["npm error code EUSAGE\nnpm error `npm ci` can only install", /package-lock\.json disagree/],
  ["npm error code ENOSPC", /disk is full/],
  ["npm error code E500", /setup\.log/],
])("an install that fails tells why in one line: %s", (output, reason) => {
  expect(reasonOf(output)).toMatch(reason);
  expect(reasonOf(output)).not.toContain("\n");
});

test("a machine without the library that the project's Node needs is told which package brings it", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "kampus-node-"));
  try {
    const node = path.join(folder, "node");
    const complaint = "node: error while loading shared libraries: libatomic.so.1: cannot open";
    await writeFile(node, `#!/bin/sh\necho "${complaint}" >&2\nexit 127\n`, { mode: 0o755 });
    expect(() => requireNodeStarts(node)).toThrow(
      `${complaint} (on Debian: apt-get install libatomic1)`,
    );
    expect(() => requireNodeStarts(process.execPath)).not.toThrow();
  } finally {
    await rm(folder, { recursive: true });
  }
});
