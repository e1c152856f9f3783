import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";

/**
 * Makes a folder of VAR_DIR and its missing parents, step by step: below a folder that allows none, such as /proc,
 * Node's own recursive option never returns. @throws {StartFault}
 */
export function makeFolder(folder: string): void {
  if (!existsSync(path.dirname(folder))) makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    throw new StartFault([`VAR_DIR: ${errorMessageOf(error)}`], { cause: error });
  }
}
