// @ts-check
/** `npm run admin` runs a command of the operator; it first installs packages that are out of date. */
import { runNode } from "./project/child.mjs";
import { runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";
import { projectNode } from "./project/paths.mjs";

await runCommand(async () => {
  await ensureInstalled();
  const program = ["server/admin.ts", ...process.argv.slice(2)];
  const { code } = await runNode(projectNode, program, { asks: true });
  return code;
});
