// @ts-check
/**
 * Turbopack drops what no module uses of another, but zod's modules use each other whole: a browser would fetch 10 KB
 * of it for nothing. So before a build of the pages Rolldown makes one module of what the schemas call.
 */
import { globSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";
import * as zod from "zod/mini";
import { inRoot } from "./project/paths.mjs";

/** next.config.ts puts it in the place of "zod/mini" when it is there. */
const slim = inRoot("node_modules/.cache/kampus/zod-mini.js");

const entry = `${slim}.entry.js`;
await mkdir(path.dirname(slim), { recursive: true });
await writeFile(entry, `export { ${calledNames().join(", ")} } from "zod/mini";\n`);
const bundle = await rolldown({ input: entry, platform: "browser" });
await bundle.write({ file: slim });
await bundle.close();
await rm(entry);

/** Types, which stand before `<` or are not there at run time, would bring functions of the same name along. */
function calledNames() {
  const sources = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: inRoot(".") })
    .map((file) => readFileSync(inRoot(file), "utf8"))
    .filter((source) => source.includes('from "zod/mini"'));
  const called = sources.flatMap((source) => [
    ...source.matchAll(/\bz\s*\.([a-z_]\w*)\b(?!\s*<)/g),
  ]);
  return [...new Set(called.map(([, name = ""]) => name))]
    .filter((name) => name !== "core" && name in zod)
    .sort();
}
