import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";
import { makeFolder } from "#server/infra/var-folder.ts";

export interface EmbeddedDatabase {
  /** Folder of the Unix socket, as `pg` wants its host. */
  host: string;
  port: number;
  close(): Promise<void>;
}

const port = 5432;
const sqliteBusy = 5;

/**
 * Opens the embedded database under `varDir`/db, creating it at first use.
 * @throws {StartFault} when another process has it open: PGlite allows one session.
 */
export async function openEmbeddedDatabase(varDir: string): Promise<EmbeddedDatabase> {
  makeFolder(varDir);
  const release = lockFolder(varDir);

  // A Unix socket's path may have 100 characters, the folder's any number: the name is derived from it.
  const host = path.join(
    tmpdir(),
    `kampus-${createHash("sha256").update(varDir).digest("hex").slice(0, 24)}`,
  );
  const socketPath = path.join(host, `.s.PGSQL.${port}`);
  mkdirSync(host, { recursive: true, mode: 0o700 });
  rmSync(socketPath, { force: true });

  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), {
    workerData: { dataDir: path.join(varDir, "db"), socketPath },
  });
  try {
    await once(worker, "message");
  } catch (error) {
    release();
    throw error;
  }
  return {
    host,
    port,
    async close() {
      const exited = once(worker, "exit");
      worker.postMessage("close");
      await exited;
      rmSync(host, { recursive: true, force: true });
      release();
    },
  };
}

/** Holds an operating-system lock on the folder, which is released even by kill -9. */
function lockFolder(varDir: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path.join(varDir, "lock.sqlite"), { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    const inUse = error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
    const line = inUse
      ? `VAR_DIR ${varDir} is in use by another Kampus process`
      : `VAR_DIR ${varDir}: ${errorMessageOf(error)}`;
    throw new StartFault([line], { cause: error });
  }
  const held = lock;
  return () => {
    held.close();
  };
}
