// @ts-check
import { runNode } from "./child.mjs";
import { projectNode } from "./paths.mjs";

/** @typedef {{ name: string, commands: string[][] }} Check The commands run in turn, to the first that fails. */

const eslint = ["node_modules/eslint/bin/eslint.js", "--max-warnings=0"];
const ofPages = ["app", "components", "lib"];

/** @type {Check[]} The slowest first, so that two at once end together: lint is two checks, each of which needs types. */
export const checks = [
  { name: "lint of the pages", commands: [[...eslint, ...ofPages]] },
  {
    name: "lint of the rest",
    commands: [[...eslint, ".", ...ofPages.map((folder) => `--ignore-pattern=${folder}/**`)]],
  },
  {
    name: "types",
    // TypeScript 7 checks in half the time; TypeScript 6 stays for eslint and Next, which need its programming interface.
    commands: [["node_modules/typescript-native/bin/tsc", "--noEmit", "--pretty", "false"]],
  },
  {
    name: "format",
    commands: [["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level=warn", "."]],
  },
  {
    name: "boundaries",
    commands: [["node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", "."]],
  },
  { name: "unused code", commands: [["node_modules/knip/bin/knip.js", "--no-progress"]] },
];

/** Writes types of routes, which types and lint need. */
const typegen = {
  name: "types of routes",
  commands: [["node_modules/next/dist/bin/next", "typegen"]],
};

const atOnce = 2;

/**
 * Runs every check, whatever fails, and prints what the failed ones say.
 *
 * @returns {Promise<{ passed: number, failed: string[] }>}
 */
export async function runChecks() {
  if (!(await runCheck(typegen))) return { passed: 0, failed: [typegen.name] };
  const waiting = [...checks];
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await runCheck(check))) failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { passed: checks.length - failed.length, failed };
}

/** @param {Check} check */
async function runCheck({ name, commands }) {
  const startedAt = performance.now();
  let output = "";
  for (const command of commands) {
    const ended = await runNode(projectNode, command, { quiet: true, env: { NO_COLOR: "1" } });
    output += ended.output;
    if (ended.code === 0) continue;
    console.log(`✗ ${name} ${secondsSince(startedAt)}\n${output.trim()}\n`);
    return false;
  }
  console.log(`✓ ${name} ${secondsSince(startedAt)}`);
  return true;
}

/** @param {number} startedAt */
const secondsSince = (startedAt) => `${Math.round((performance.now() - startedAt) / 1000)} s`;
