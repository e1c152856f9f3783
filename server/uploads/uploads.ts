import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import type { FastifyRequest } from "fastify";
import { dayMs, hourMs } from "#server/infra/durations.ts";
import { errorCodeOf } from "#server/infra/start-fault.ts";
import { createDecodeQueue, type Decode } from "#server/uploads/decode-queue.ts";
import { InFlight } from "#server/uploads/in-flight.ts";
import {
  type Expected,
  namesOfProcess,
  receiveForm,
  type ReceivedUpload,
} from "#server/uploads/receive-form.ts";
import { makeFolder } from "#server/infra/var-folder.ts";

export interface UploadService {
  /**
   * Writes the files of a form to disk as they arrive and passes them to `handle`; afterwards they are deleted,
   * whatever happened. For routes below `uploadForms`. @throws {Failure} `unsupported_type`: no form; `too_large`;
   * `invalid`: not the one expected file; `malformed`: cut off, or more parts than allowed; `unavailable`: the disk is
   * full.
   */
  receive<T>(
    request: FastifyRequest,
    expected: Expected,
    handle: (upload: ReceivedUpload) => Promise<T>,
  ): Promise<T>;
  decode: Decode;
  inFlight: InFlight;
  close(): void;
}

/** Uploads are written below VAR_DIR until they are in the store. @throws {StartFault} */
export async function openUploads(varDir: string): Promise<UploadService> {
  const folder = path.join(varDir, "uploads");
  makeFolder(folder);
  const isOwnFolder = ownFolders.has(folder);
  ownFolders.add(folder);
  await removeLeftovers(folder, (pid) => (pid === process.pid ? !isOwnFolder : !isRunning(pid)));
  const timer = setInterval(() => {
    // A folder that cannot be deleted now is retried with the next.
    removeLeftovers(folder, (pid) => !isRunning(pid)).catch(() => undefined);
  }, hourMs).unref();
  return {
    receive: (request, expected, handle) => receiveForm(folder, request, expected, handle),
    decode: createDecodeQueue(),
    inFlight: new InFlight(),
    close() {
      clearInterval(timer);
    },
  };
}

const leftAfterMs = dayMs;
/**
 * Folders that this process has opened. In any other folder a file with this process id was left by an earlier process
 * with the same id.
 */
const ownFolders = new Set<string>();

/**
 * Removes leftovers of killed processes: at once where they ran on this machine, else after a day, because another
 * machine may be writing them.
 */
async function removeLeftovers(folder: string, isGone: (pid: number) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const pid = pidOf(name);
    // Another starting process may have been faster.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < Date.now() - leftAfterMs || (pid !== null && isGone(pid)))
      await rm(file, { force: true, recursive: true });
  }
}

/** Null for a folder of another machine. */
function pidOf(name: string): number | null {
  if (!name.startsWith(`${hostname()}-`)) return null;
  const pid = Number.parseInt(name.slice(hostname().length + 1), 10);
  return pid > 0 && name.startsWith(namesOfProcess(pid)) ? pid : null;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, under another user.
    return errorCodeOf(error) === "EPERM";
  }
}
