/** Files are found by their names: no folder is a drawer, a basename occurs once, and hooks are named as such. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";

const sourcesMax = 20;
const levelsMax = 2;

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const sources = globSync("{app,components,lib,server}/**/*.{ts,tsx,css}", { cwd: inRoot(".") })
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => !isTest(file));

/** Migrations are only ever added. */
const mayGrow = ["server/db/migrations"];

/** Every feature may have one of each, since they are named with their folder. */
const mayRecur = new Set(["schema.ts", "queries.ts", "routes.ts", "tables.ts"]);

function fullFolders(files: readonly string[]): string[] {
  const byFolder = Map.groupBy(files, (file) => path.posix.dirname(file));
  return [...byFolder]
    .filter(([folder, inside]) => inside.length > sourcesMax && !mayGrow.includes(folder))
    .map(([folder, inside]) => `${folder}: ${inside.length}`);
}

function twins(files: readonly string[]): string[] {
  const seen = files.filter((file) => /^(?:components|lib)\//.test(file));
  const byName = Map.groupBy(seen, (file) => path.posix.basename(file));
  return [...byName]
    .filter(([name, inside]) => inside.length > 1 && !mayRecur.has(name))
    .map(([, inside]) => inside.join(", "));
}

/** The names of what a module exports, without types. */
const exportedValues = (source: string) =>
  [...source.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );

const isHooksOnly = (source: string) => {
  const values = exportedValues(source);
  return values.length > 0 && values.every((name) => /^use[A-Z]/.test(name));
};

test(`no folder holds more than ${sourcesMax} sources`, () => {
  expect(fullFolders(sources)).toEqual([]);
  const full = Array.from({ length: sourcesMax + 1 }, (_, index) => `lib/drawer/${index}.ts`);
  expect(fullFolders(full)).toEqual([`lib/drawer: ${sourcesMax + 1}`]);
});

test(`a feature has at most ${levelsMax} levels of folders`, () => {
  const deep = sources.filter(
    (file) => !file.startsWith("app/") && file.split("/").length > 3 + levelsMax,
  );
  expect(deep).toEqual([]);
});

test("a basename occurs once in components/ and lib/ together", () => {
  expect(twins(sources)).toEqual([]);
  expect(twins(["lib/a/tie.ts", "components/b/tie.ts", "server/c/tie.ts"])).toEqual([
    "lib/a/tie.ts, components/b/tie.ts",
  ]);
});

test("a file that exports hooks alone begins with use-", () => {
  const misnamed = sources.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !path.posix.basename(file).startsWith("use-") &&
      isHooksOnly(readFileSync(inRoot(file), "utf8")),
  );
  expect(misnamed).toEqual([]);
  expect(isHooksOnly("export function useTie() {}\nexport type Tie = 1;")).toBe(true);
  expect(isHooksOnly("export function useTie() {}\nexport const tie = 1;")).toBe(false);
});
