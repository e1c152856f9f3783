import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import config from "#next.config.ts";
import loadNextModule from "#scripts/next-modules.mjs";
import { inRoot } from "#scripts/project/paths.mjs";

const next = inRoot("node_modules/next/dist");
const { loaders } = config.turbopack?.rules?.["*.js"] as unknown as {
  loaders: [{ options: Record<string, string> }]; // a rule may have other forms
};
const unused = loaders[0].options;
const load = (name: string) => {
  const resourcePath = path.join(next, name);
  const loader = { resourcePath, getOptions: () => unused };
  return loadNextModule.call(loader, readFileSync(resourcePath, "utf8"));
};
const exportsOf = (source: string) =>
  [...source.matchAll(/\bexport (?:(default)|(?:const|function) (\w+))/g)]
    .map(([, byDefault, name]) => byDefault ?? name)
    .sort();

describe("what browsers get of Next", () => {
  it("is its ES modules, whose unused exports a build leaves out", () => {
    const name = "client/components/app-router.js";
    expect(load(name)).toBe(readFileSync(path.join(next, "esm", name), "utf8"));
  });

  it("is the module itself where there is no second form of it", () => {
    expect(load("build/polyfills/polyfill-nomodule.js")).toContain("Symbol");
  });

  it.each(Object.keys(unused))(
    "has another source for %s, which is there to be replaced",
    (name) => {
      expect(existsSync(path.join(next, name))).toBe(true);
      expect(load(name)).toBe(unused[name]);
    },
  );

  it.each(Object.keys(unused).filter((name) => name.startsWith("client/")))(
    "has nothing in %s besides the names that others import from it",
    (name) => {
      const own = exportsOf(readFileSync(path.join(next, "esm", name), "utf8"));
      expect(own).not.toEqual([]);
      expect(exportsOf(load(name))).toEqual(own);
    },
  );

  it("lets browsers ask whether an address can be parsed that cannot by themselves", () => {
    class OldUrl extends URL {
      static override canParse = undefined as unknown as typeof URL.canParse; // as in Chrome 111
    }
    runInNewContext(load("build/polyfills/polyfill-module.js"), { URL: OldUrl });
    expect(OldUrl.canParse("https://kampus.uz/ru")).toBe(true);
    expect(OldUrl.canParse("/ru", "https://kampus.uz")).toBe(true);
    expect(OldUrl.canParse("/ru")).toBe(false);
  });

  it("has no server actions, because no module of Kampus offers one", () => {
    const offering = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: inRoot(".") }).filter(
      (file) => /^\s*["']use server["']/m.test(readFileSync(inRoot(file), "utf8")),
    );
    expect(offering).toEqual([]);
  });
});
