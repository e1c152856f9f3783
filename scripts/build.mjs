// @ts-check
/** `npm run build`: the pages for production; does nothing where nothing changed. */
import { ensureBuilt } from "./project/build.mjs";
import { runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
