// @ts-check
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param {string} relative */
export const inRoot = (relative) => path.join(root, relative);

/** The project's own Node, installed with the packages; whatever Node runs these scripts, the server runs on this one. */
export const projectNode = inRoot(
  process.platform === "win32" ? "node_modules/node/bin/node.exe" : "node_modules/node/bin/node",
);

/** Output of the last install or build that failed. */
export const setupLog = inRoot("var/setup.log");
