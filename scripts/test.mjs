// @ts-check
/** `npm test`: checks and every test, installing and building first what is out of date. Suites may be named. */
import { Fault, runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";
import { suites, usualSuites } from "./project/suites.mjs";

await runCommand(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !(name in suites));
  if (unknown)
    throw new Fault(`No suite “${unknown}”; there are ${Object.keys(suites).join(", ")}`);
  await ensureInstalled();

  const results = [];
  for (const name of asked.length > 0 ? asked : usualSuites) {
    console.log(`\n── ${name}`);
    results.push({ name, ...(await suites[name]()) });
  }

  console.log();
  for (const { name, passed, failed, titles = [] } of results) {
    console.log(`${failed === 0 ? "✓" : "✗"} ${name.padEnd(8)} ${passed} passed, ${failed} failed`);
    for (const title of titles) console.log(`  ✗ ${title}`);
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
