// @ts-check
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Installs packages for the time of `work`, which gets their folder. They weigh hundreds of megabytes that one script
 * reads now and then, so they are no packages of the project.
 *
 * @param {string[]} packages with their versions
 * @param {(folder: string) => void} work
 */
export function withPackages(packages, work) {
  const folder = mkdtempSync(path.join(tmpdir(), "kampus-packages-"));
  try {
    const options = ["--no-save", "--ignore-scripts", "--prefix", folder];
    execFileSync("npm", ["install", ...options, ...packages], { stdio: "inherit" });
    work(path.join(folder, "node_modules"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
