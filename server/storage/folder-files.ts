/** Lists and reads the files of a store that is a folder of this machine, in the order in which a bucket lists its own. */
import { createReadStream, existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { errorCodeOf, StartFault } from "#server/infra/start-fault.ts";
import { marker } from "#server/storage/folder.ts";
import { isFileKey } from "#server/storage/storage.ts";

/** @throws {StartFault} where `root` is no store, as when its disk is not mounted */
export function openFolderFiles(root: string) {
  if (!existsSync(path.join(root, marker)))
    throw new StartFault([
      `VAR_DIR: ${root} is no folder of uploads: the file ${marker} is missing`,
    ]);
  const namesIn = async (folder: string) =>
    (await orMissing(readdir(path.join(root, folder))))?.sort() ?? [];
  return {
    async *list(): AsyncGenerator<{ key: string; bytes: number }, undefined> {
      for (const kind of ["chats", "images", "media"])
        for (const folder of await namesIn(kind))
          for (const name of await namesIn(`${kind}/${folder}`)) {
            const key = `${kind}/${folder}/${name}`;
            const found = isFileKey(key) && (await orMissing(stat(path.join(root, key))));
            if (found) yield { key, bytes: found.size };
          }
      return undefined;
    },
    async read(key: string) {
      const file = path.join(root, key);
      const found = await orMissing(stat(file));
      return (
        found && { Body: createReadStream(file), ContentLength: found.size, ContentType: undefined }
      );
    },
    close() {},
  };
}

/** Null for what a member has deleted since it was listed. */
async function orMissing<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT" || errorCodeOf(error) === "ENOTDIR") return null;
    throw error;
  }
}
