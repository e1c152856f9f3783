// @ts-check
/**
 * `npm run sbom`: writes the bill of materials of Kampus (CycloneDX) with licences, and refuses a licence that nobody
 * has agreed to.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { runNode } from "./project/child.mjs";
import { Fault, runCommand } from "./project/fault.mjs";
import { npmProgram } from "./project/install.mjs";
import { isAccepted, usedLicences } from "./project/licences.mjs";
import { inRoot, root } from "./project/paths.mjs";

const bill = inRoot("var/sbom.cdx.json");
const list = inRoot("var/licences.txt");

await runCommand(async () => {
  const args = [
    "sbom",
    "--sbom-format=cyclonedx",
    "--sbom-type=application",
    "--package-lock-only",
  ];
  const ended = await runNode(process.execPath, [npmProgram(), ...args], { quiet: true });
  // npm's own warnings may stand before it.
  const written = ended.output.slice(
    ended.output.indexOf("{\n"),
    ended.output.lastIndexOf("}") + 1,
  );
  if (ended.code !== 0 || written === "")
    throw new Fault(`npm wrote no SBOM (npm 10 or newer does):\n${ended.output.trim()}`);
  const { components } = JSON.parse(written);
  const { packages } = JSON.parse(await readFile(inRoot("package-lock.json"), "utf8"));
  const used = usedLicences(packages);
  await mkdir(path.dirname(bill), { recursive: true });
  await writeFile(bill, `${written}\n`);
  await writeFile(
    list,
    used
      .map(({ name, version, licence }) => `${name}@${version}  ${licence || "unknown"}\n`)
      .join(""),
  );
  console.log(`✓ ${components.length} packages in ${path.relative(root, bill)}`);
  const refused = used.filter((one) => !isAccepted(one));
  if (refused.length > 0)
    throw new Fault(
      `Nobody has agreed to the licence of ${refused.map(({ name, licence }) => `${name} (${licence || "unknown"})`).join(", ")}: see scripts/project/licences.mjs`,
    );
  console.log(`✓ ${used.length} licences in ${path.relative(root, list)}, all agreed to`);
});
