import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import {
  constants,
  copyFile,
  link,
  mkdir,
  open,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { errorCodeOf, errorMessageOf, StartFault } from "#server/infra/start-fault.ts";
import {
  isFileKey,
  isStorageKey,
  type OpenStorage,
  type Storage,
  storeUnavailable,
} from "#server/storage/storage.ts";
import { makeFolder } from "#server/infra/var-folder.ts";

/** Marks the store, so that an unmounted folder counts as unreachable, not as empty. */
export const marker = ".kampus-store";

/** Files of this machine below `root`, which is created. @throws {StartFault} when it cannot be. */
export function openFolder(root: string): OpenStorage {
  makeFolder(root);
  mark(path.join(root, marker));
  const pathOf = (key: string) => path.join(root, ...key.split("/"));
  /** @throws when the folder is missing. */
  const requireStore = () => stat(path.join(root, marker));

  return {
    async put(key, source) {
      if (!isFileKey(key)) throw new Error(`not the key of a file: ${key}`);
      const target = pathOf(key);
      await orUnavailable(async () => {
        await requireStore();
        const made = await mkdir(path.dirname(target), { recursive: true });
        if (made) await syncToDisk(path.dirname(made));
        // This name is no key, so nobody reads the file, and leftovers of a crash are deleted with their folder.
        const draft = `${target}~${randomBytes(6).toString("hex")}`;
        try {
          await write(draft, source);
          await syncToDisk(draft);
          await rename(draft, target);
          await syncToDisk(path.dirname(target));
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
      });
      return { repeated: false };
    },
    async read(key, range) {
      if (!isFileKey(key)) return null;
      return orUnavailable(async () => {
        const found = await readFile(pathOf(key), range);
        if (!found) await requireStore();
        return found;
      });
    },
    async removeBelow(prefix) {
      if (!isStorageKey(prefix)) throw new Error(`not the key of files: ${prefix}`);
      await orUnavailable(async () => {
        await rm(pathOf(prefix), { recursive: true, force: true });
        // If the store is unmounted, nothing was removed, and the files would come back with it.
        await requireStore();
      });
    },
    close() {},
  };
}

/** The same for all machines that share the folder; an older version's name contains the machine. */
export const nameOfFolder = (root: string): string =>
  readFileSync(path.join(root, marker), "utf8") || `${hostname()} ${root}`;

function mark(file: string): void {
  if (existsSync(file)) return;
  try {
    writeFileSync(file, randomUUID());
  } catch (error) {
    throw new StartFault([`VAR_DIR: ${errorMessageOf(error)}`], { cause: error });
  }
}

/** A spooled upload is on the same disk, where a hard link costs nothing. */
async function write(draft: string, source: Parameters<Storage["put"]>[1]): Promise<void> {
  if ("content" in source) return writeFile(draft, source.content);
  try {
    await link(source.path, draft);
  } catch {
    await copyFile(source.path, draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}

/** Waits until the disk has it, so that a file reported as stored survives a power cut. */
async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readFile(file: string, range: { start: number; end: number } | undefined) {
  let handle;
  try {
    handle = await open(file, "r");
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return null;
    throw error;
  }
  try {
    const { size } = await handle.stat();
    // The stream closes the handle when it has ended or is destroyed.
    return { body: handle.createReadStream(range), bytes: size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeUnavailable(error);
  }
}
