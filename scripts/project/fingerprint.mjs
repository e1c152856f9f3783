// @ts-check
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/**
 * Digest of the names and contents of files and whole folders; what does not exist counts as absent.
 *
 * @param {string} base
 * @param {string[]} inputs relative to base
 * @param {(file: string) => boolean} [counts]
 */
export async function fingerprint(base, inputs, counts = () => true) {
  const hash = createHash("sha256");
  for (const input of inputs) {
    for (const file of await filesOf(base, input)) {
      if (!counts(file)) continue;
      hash
        .update(`${file}\0`)
        .update(await readFile(path.join(base, file)))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

/**
 * @param {string} base
 * @param {string} input
 * @returns {Promise<string[]>}
 */
async function filesOf(base, input) {
  try {
    const entries = await readdir(path.join(base, input), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(base, path.join(folderOf(entry), entry.name)))
      .sort();
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOTDIR") return [input];
    if (code === "ENOENT") return [];
    throw error;
  }
}

/** @param {import("node:fs").Dirent & { path?: string }} entry Before Node 20.12 the folder was called `path`. */
const folderOf = (entry) => entry.parentPath ?? entry.path;
