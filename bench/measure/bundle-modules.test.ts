import { expect, test } from "vitest";
import { largestModules, modulesAtOnce } from "#bench/measure/bundle-modules.ts";

async function* linesOf(records: object[]) {
  for (const record of records) yield JSON.stringify(record);
}

const part = (filename: string, source_path: string, compressed_size: number) => ({
  type: "part",
  filename,
  source_path,
  compressed_size,
});

test("a screen counts what it begins with, not what it fetches later, and names the heaviest first", async () => {
  const modules = await modulesAtOnce(
    linesOf([
      { type: "meta", schema_version: 1 },
      { type: "group", kind: "async", outputs: ["later.js"] },
      { type: "group", kind: "bootstrap", outputs: ["frame.js"] },
      { type: "group", kind: "render_dependent", outputs: ["page.js", "page.css"] },
      part("later.js", "[project]/components/dialog.tsx", 9000),
      part("frame.js", "[project]/node_modules/react-dom/index.js", 6000),
      part("frame.js", "[project]/lib/routes.ts", 300),
      part("page.js", "[project]/lib/routes.ts", 300),
      part("page.js", "[project]/components/form.tsx", 500),
      part("page.css", "[project]/components/form.module.css", 7000),
    ]),
  );
  expect(largestModules(modules, 2)).toEqual([
    { name: "react-dom/index.js", bytes: 6000 },
    { name: "lib/routes.ts", bytes: 600 },
  ]);
});
