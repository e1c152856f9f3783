import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { FastifyRequest } from "fastify";
import { createDecodeQueue, type Decode } from "#server/uploads/decode-queue.ts";
import { type Expected, receiveForm, type Upload } from "#server/uploads/receive-form.ts";
import { makeFolder } from "#server/var-folder.ts";

export interface Uploads {
  /**
   * Writes the files of a form to disk as they come and hands them to `handle`; afterwards they are gone, whatever happened.
   * For routes below `uploadForms`.
   * @throws {Failure} `unsupported_type`: no form; `too_large`; `invalid`: not the one file that is expected;
   * `malformed`: cut off, or more parts than a form has; `unavailable`: the disk is full.
   */
  receive<T>(
    request: FastifyRequest,
    expected: Expected,
    handle: (upload: Upload) => Promise<T>,
  ): Promise<T>;
  decode: Decode;
  close(): void;
}

/** Uploads are written below VAR_DIR until they are in the store. @throws {StartFault} */
export async function openUploads(varDir: string): Promise<Uploads> {
  const folder = path.join(varDir, "uploads");
  makeFolder(folder);
  await removeLeftovers(folder);
  const timer = setInterval(() => {
    // What stays now is tried again with the next.
    removeLeftovers(folder).catch(() => undefined);
  }, everyMs).unref();
  return {
    receive: (request, expected, handle) => receiveForm(folder, request, expected, handle),
    decode: createDecodeQueue(),
    close() {
      clearInterval(timer);
    },
  };
}

const everyMs = 60 * 60 * 1000;
const leftAfterMs = 24 * everyMs;

/** Of processes that were killed. Younger ones may be another's, which is receiving them. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    // Another process that starts may be faster.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < Date.now() - leftAfterMs) await rm(file, { force: true, recursive: true });
  }
}
