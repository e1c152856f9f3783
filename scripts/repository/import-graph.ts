import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "#scripts/project/paths.mjs";

/** The import graph of the pages, read from the texts of the modules. */
export interface PageModule {
  text: string;
  /** Marks a module that runs in the browser. */
  isClient: boolean;
  /** Paths from the root and names of packages, without types; `import()` counts too. */
  imports: string[];
  /** Those of them that load at once, not by `import()`. */
  importsAtOnce: string[];
}

const importPattern =
  /\b(?:import|export)\s+(?!type\b)(?:[^"';]*?\bfrom\s*)?"([^"]+)"|\bimport\(\s*"([^"]+)"/g;

const isTest = (file: string) => /\.test\.tsx?$|-testing\.tsx?$|\/testing\//.test(file);

export function moduleOf(file: string, text: string): PageModule {
  const pathOf = (name: string) =>
    name.startsWith(".") ? path.posix.join(path.posix.dirname(file), name) : name.replace(/^#/, "");
  const found = [...text.matchAll(importPattern)];
  return {
    text,
    isClient: /^(?:\s|\/\*[\s\S]*?\*\/)*"use client"/.test(text),
    imports: found.map(([, once, later]) => pathOf(once ?? later ?? "")),
    importsAtOnce: found.flatMap(([, once]) => (once === undefined ? [] : pathOf(once))),
  };
}

/** Every module of the pages by its path from the root. */
export const pageModules = new Map(
  globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: inRoot(".") })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => !isTest(file))
    .map((file) => [file, moduleOf(file, readFileSync(inRoot(file), "utf8"))] as const),
);

export const textOf = (file: string): string => pageModules.get(file)?.text ?? "";

/** All modules that load with these files, including them, and those of them that run in the browser. */
export function loadedWith(entries: string[]): { all: Set<string>; inBrowser: Set<string> } {
  const all = new Set<string>();
  const inBrowser = new Set<string>();
  const visit = (file: string, isWithinClient: boolean) => {
    const found = pageModules.get(file);
    if (!found) return;
    const runsInBrowser = isWithinClient || found.isClient;
    if (runsInBrowser ? inBrowser.has(file) : all.has(file)) return;
    all.add(file);
    if (runsInBrowser) inBrowser.add(file);
    for (const imported of found.imports) visit(imported, runsInBrowser);
  };
  for (const entry of entries) visit(entry, false);
  return { all, inBrowser };
}

/** Pages, each with itself and the layouts and error pages around it. */
export const pages = [...pageModules.keys()]
  .filter((file) => /^app\/.*\/page\.tsx$/.test(file))
  .map((page) => {
    const folders = page
      .split("/")
      .slice(0, -1)
      .map((_, index, names) => names.slice(0, index + 1).join("/"));
    const around = folders.flatMap((folder) =>
      ["layout", "error", "loading", "template"].map((name) => `${folder}/${name}.tsx`),
    );
    return { page, files: [...around.filter((file) => pageModules.has(file)), page] };
  });
