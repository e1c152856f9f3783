import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#server/db/database.ts";
import type { Storage, StorageFolder } from "#server/storage/storage.ts";
import { abandonFiles, announceFiles, newStorageKey } from "#server/storage/unclaimed-files.ts";

/** The functions for storing files and for removing those of a failed upload. */
export interface FileStoring {
  db: Db;
  log: FastifyBaseLogger;
  sweepFilesSoon: () => void;
}

/** Announces a key before `store` puts files below it and claims them, and abandons them when it fails. */
export async function storeFiles<T>(
  { db, log, sweepFilesSoon }: FileStoring,
  folder: StorageFolder,
  store: (storageKey: string) => Promise<T>,
): Promise<T> {
  const storageKey = newStorageKey(folder);
  await announceFiles(db, storageKey);
  try {
    return await store(storageKey);
  } catch (error) {
    await abandonFiles(db, storageKey).then(sweepFilesSoon, (abandoning: unknown) => {
      log.warn({ err: abandoning }, "files of a failed upload wait for a sweep");
    });
    throw error;
  }
}

/** No file is still being written when it throws, so that a sweep afterwards is complete. */
export async function putPicture(
  storage: Storage,
  storageKey: string,
  files: { name: string; content: Buffer }[],
): Promise<void> {
  const puts = files.map(({ name, content }) =>
    storage.put(`${storageKey}/${name}`, { content }, "image/webp"),
  );
  const failed = (await Promise.allSettled(puts)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
