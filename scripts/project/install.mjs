// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { runNode } from "./child.mjs";
import { Fault } from "./fault.mjs";
import { inRoot, projectNode, root, setupLog } from "./paths.mjs";
import { showProgress } from "./progress.mjs";
import { inTurn } from "./turn.mjs";

/** @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }>} Packages */

/** Installs with `npm ci`, unless node_modules already is what package-lock.json says. */
export async function ensureInstalled() {
  if (!(await isInstalled()))
    await inTurn(async () => {
      if (await isInstalled()) return;
      await showProgress("Installing packages", install);
    });
  requireNodeStarts(projectNode);
}

/** @param {string} node @throws {Fault} that says what it lacks */
export function requireNodeStarts(node) {
  const { status, stderr, error } = spawnSync(node, ["--version"], { encoding: "utf8" });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim();
  const library = /libatomic\.so/.test(reason) ? " (on Debian: apt-get install libatomic1)" : "";
  throw new Fault(`The project's own Node does not start: ${reason}${library}`);
}

async function isInstalled() {
  return existsSync(projectNode) && sameTree(...(await lockfiles()));
}

/** npm writes the second one last: an install that was cut short has none. */
async function lockfiles() {
  const wanted = await packagesIn(inRoot("package-lock.json"));
  const installed = await packagesIn(inRoot("node_modules/.package-lock.json"));
  return /** @type {const} */ ([wanted, installed]);
}

/** @param {string} file @returns {Promise<Packages | null>} */
async function packagesIn(file) {
  try {
    return JSON.parse(await readFile(file, "utf8")).packages;
  } catch {
    return null; // absent or cut short: nothing is installed
  }
}

/**
 * Whether the installed packages are those of the lockfile. Optional ones may be missing: they are of other machines.
 *
 * @param {Packages | null} wanted
 * @param {Packages | null} installed
 */
export function sameTree(wanted, installed) {
  if (!wanted || !installed) return false;
  const names = new Set([...Object.keys(wanted), ...Object.keys(installed)]);
  names.delete("");
  return [...names].every((name) => {
    const [want, have] = [wanted[name], installed[name]];
    if (!want) return false;
    if (!have) return want.optional === true;
    return want.version === have.version && want.integrity === have.integrity;
  });
}

async function install() {
  const args = [
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--fetch-retry-maxtimeout=10000",
  ];
  const ended = await runNode(process.execPath, [npmProgram(), ...args], { quiet: true });
  if (ended.signalled) throw new Fault("Stopped before everything was installed", ended.code);
  if (ended.code !== 0) {
    await writeFile(setupLog, ended.output);
    throw new Fault(`Packages could not be installed: ${reasonOf(ended.output)}`);
  }
  if (!existsSync(projectNode))
    throw new Fault(
      `There is no Node of the project for ${process.platform} on ${process.arch}, or npm left optional packages out`,
    );
}

/** The npm that runs this, or else the one beside this Node. */
export function npmProgram() {
  const npm = process.env.npm_execpath;
  return npm && /npm-cli\.[cm]?js$/.test(npm) ? npm : npmBeside(process.execPath);
}

/** @param {string} node where scripts are not run through npm */
function npmBeside(node) {
  const folder = path.dirname(node);
  const candidates = ["../lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js"];
  const found = candidates.map((file) => path.join(folder, file)).find((file) => existsSync(file));
  if (!found) throw new Fault("npm was not found: start this with `npm start`, not with `node`");
  return found;
}

/** @param {string} output of npm */
export function reasonOf(output) {
  const network =
    /E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH)/.exec(output);
  if (network)
    return `the package registry cannot be reached (${network[0]}). Check the network and try again`;
  if (/ENOSPC/.test(output)) return "the disk is full";
  if (/EUSAGE/.test(output))
    return "package.json and package-lock.json disagree; run `npm install` and try again";
  return `see ${path.relative(root, setupLog)}`;
}
