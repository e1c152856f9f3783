// @ts-check
/** `npm start`: installs and builds what is out of date, then serves. Runs on any Node from 20.9, with nothing installed. */
import { ensureBuilt } from "./project/build.mjs";
import { runNode } from "./project/child.mjs";
import { runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";
import { projectNode } from "./project/paths.mjs";
import { serverArguments, serverVariables } from "./project/serving.mjs";

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { code } = await runNode(projectNode, serverArguments, {
    env: { ...serverVariables, NODE_ENV: "production" },
  });
  return code;
});
