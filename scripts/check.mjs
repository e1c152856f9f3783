// @ts-check
/** `npm run check`: types, lint, format, boundaries, unused code. */
import { runChecks } from "./project/checks.mjs";
import { Fault, runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";

await runCommand(async () => {
  await ensureInstalled();
  const { failed } = await runChecks();
  if (failed.length > 0) throw new Fault(`Failed: ${failed.join(", ")}`);
});
