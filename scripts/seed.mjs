// @ts-check
/**
 * `npm run seed`: fills the database with members for demonstrations and measurements, installing first what is out of
 * date.
 */
import { runNode } from "./project/child.mjs";
import { runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";
import { projectNode } from "./project/paths.mjs";

await runCommand(async () => {
  await ensureInstalled();
  const { code } = await runNode(projectNode, ["server/seed.ts", ...process.argv.slice(2)]);
  return code;
});
