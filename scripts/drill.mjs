// @ts-check
/** `npm run drill`: loses a database and a store of its own and restores them, installing first what is out of date. */
import { runNode } from "./project/child.mjs";
import { runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";
import { projectNode } from "./project/paths.mjs";

await runCommand(async () => {
  await ensureInstalled();
  const { code } = await runNode(projectNode, ["deploy/backup/drill.ts", ...process.argv.slice(2)]);
  return code;
});
