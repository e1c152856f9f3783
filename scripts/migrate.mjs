// @ts-check
/** `npm run migrate`: brings the schema of the database up to date, installing first what is out of date. */
import { runNode } from "./project/child.mjs";
import { runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";
import { projectNode } from "./project/paths.mjs";

await runCommand(async () => {
  await ensureInstalled();
  const { code } = await runNode(projectNode, ["server/migrate.ts", ...process.argv.slice(2)]);
  return code;
});
