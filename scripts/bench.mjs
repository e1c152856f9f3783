// @ts-check
/** `npm run bench -- pages`, `http`, `timing` and the others below: measures what the product promises, installing and building first what is out of date. */
import { ensureBuilt } from "./project/build.mjs";
import { runNode } from "./project/child.mjs";
import { Fault, runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";
import { projectNode } from "./project/paths.mjs";

const benchmarks = [
  "pages",
  "bundles",
  "http",
  "timing",
  "captcha",
  "profile",
  "people",
  "queries",
  "uploads",
  "chat",
  "cluster",
  "overload",
  "start",
  "soak",
];

await runCommand(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !benchmarks.includes(name));
  if (unknown || asked.length === 0)
    throw new Fault(`Name what to measure: npm run bench -- ${benchmarks.join(" | ")}`);
  await ensureInstalled();
  await ensureBuilt();
  for (const name of asked) {
    const { code } = await runNode(projectNode, [`bench/${name}.ts`]);
    if (code !== 0) return code;
  }
});
