import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Failure, invalidField } from "#server/failure.ts";
import { type Sending, allowLongSending, limitSending } from "#server/slow-senders.ts";

export interface ReceivedFile {
  /** On this machine. */
  path: string;
  bytes: number;
  /** As the sender says, without folders: anything, nothing too. */
  name: string;
}

export interface Upload extends ReceivedFile {
  /** Files beside it, by the names of their parts. */
  extras: ReadonlyMap<string, ReceivedFile>;
  /** Before what costs much: the sender may have given up while it waited. @throws {Failure} `malformed` */
  requireSender(): void;
}

export interface Expected {
  /** The part that is the file. */
  field: string;
  bytesMax: number;
  /** Parts that may come beside it, and how many bytes each. */
  extras?: Record<string, number>;
}

/** What a form has beside its files: boundaries, headers, fields. */
const overheadBytesMax = 64 * 1024;

export async function receiveForm<T>(
  folder: string,
  request: FastifyRequest,
  { field, bytesMax, extras = {} }: Expected,
  handle: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Failure("unsupported_type");
  const bytesMaxOf = new Map([...Object.entries(extras), [field, bytesMax]]);
  const files = new Map<string, ReceivedFile>();
  try {
    await receiveFiles(folder, request, bytesMaxOf, files);
    const file = files.get(field);
    if (!file) throw invalidField(field, "Site.required");
    return await handle({
      ...file,
      extras: new Map([...files].filter(([name]) => name !== field)),
      requireSender() {
        if (request.raw.socket.destroyed) throw new Failure("malformed");
      },
    });
  } finally {
    for (const file of files.values()) await discard(file, request);
  }
}

async function receiveFiles(
  folder: string,
  request: FastifyRequest,
  bytesMaxOf: ReadonlyMap<string, number>,
  files: Map<string, ReceivedFile>,
): Promise<void> {
  const bytesMax = [...bytesMaxOf.values()].reduce((sum, bytes) => sum + bytes);
  if (Number(request.headers["content-length"] ?? 0) > bytesMax + overheadBytesMax)
    throw new Failure("too_large");
  const sending = allowLongSending(request.raw);
  // One more than expected, to be told that it is too many, or too large.
  const limits = { files: bytesMaxOf.size + 1, fileSize: bytesMax + 1 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") continue;
      const fileBytesMax = bytesMaxOf.get(part.fieldname);
      if (fileBytesMax === undefined) {
        part.file.on("data", () => {
          sending.goesOn();
        });
        continue;
      }
      if (files.has(part.fieldname)) throw invalidField(part.fieldname, "Site.invalid");
      const file = {
        path: path.join(folder, randomBytes(16).toString("hex")),
        bytes: 0,
        name: part.filename,
      };
      files.set(part.fieldname, file);
      await write(part, file, fileBytesMax, sending);
    }
    sending.end();
  } catch (error) {
    sending.end();
    // The sender hears the answer once all is sent: what is left of it is read, and goes nowhere.
    request.raw.unpipe();
    request.raw.resume();
    limitSending(request.raw);
    throw failureOf(error);
  }
}

async function write(
  { file: content }: MultipartFile,
  file: ReceivedFile,
  bytesMax: number,
  sending: Sending,
): Promise<void> {
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sending.goesOn();
        file.bytes += chunk.length;
        if (file.bytes > bytesMax) throw new Failure("too_large");
        yield chunk;
      }
    },
    createWriteStream(file.path, { flags: "wx", mode: 0o600 }),
  );
}

/** What the disk refuses is not the sender's fault; all else that breaks off a form is. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const isDisk =
    error instanceof Error &&
    "syscall" in error &&
    ["open", "write", "close"].includes(String(error.syscall));
  return isDisk
    ? new Failure("unavailable", { retryAfterS: 30, cause: error })
    : new Failure("malformed", { cause: error });
}

async function discard({ path: file }: ReceivedFile, { log }: FastifyRequest): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch (error) {
    log.warn({ err: error }, "an upload was left on disk");
  }
}
