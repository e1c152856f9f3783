// @ts-check
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param {string} relative */
export const inRoot = (relative) => path.join(root, relative);

const windows = process.platform === "win32";
const platform = windows ? "win" : process.platform;
const prefix = `${platform}-${process.arch}` === "darwin-arm64" ? "node-bin" : "node";

/** The project's own Node, a package pinned by the lockfile; whatever Node runs these scripts, the server runs on this one. */
export const projectNode = inRoot(
  `node_modules/${prefix}-${platform}-${process.arch}/bin/node${windows ? ".exe" : ""}`,
);

/** Output of the last install or build that failed. */
export const setupLog = inRoot("var/setup.log");
