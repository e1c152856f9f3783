import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import { Failure, invalidField } from "#server/http/failure.ts";
import { type LongSending, allowLongSending, limitSending } from "#server/http/body-timeout.ts";
import type { Reservation } from "#server/uploads/in-flight.ts";

interface ReceivedFile {
  /** The path on this machine. */
  path: string;
  bytes: number;
  /** The name given by the sender, without folders. It may be anything, even empty. */
  name: string;
}

export interface ReceivedUpload extends ReceivedFile {
  /** Files beside it, by the names of their parts. */
  extras: ReadonlyMap<string, ReceivedFile>;
  /**
   * Must be called before expensive work and before anything is stored: meanwhile the sender may have hung up, or their
   * session have ended. @throws {Failure} `malformed`, `unauthenticated`
   */
  requireSender(): Promise<void>;
}

export interface Expected {
  /** The name of the part that is the file. */
  field: string;
  bytesMax: number;
  /** The limit for a file that is a picture, if it is lower. */
  pictureBytesMax?: number;
  /** The other allowed parts, and the most bytes of each. */
  extras?: Record<string, number>;
  /** Reserves quota for the received part of the file. */
  reservation?: Pick<Reservation, "hold">;
}

type FileLimits = Pick<Expected, "bytesMax" | "pictureBytesMax" | "reservation">;

/** The first bytes, which are enough to detect the type of a file. */
const headBytes = 4_100;
const isPictureBy = async (head: Buffer) =>
  (await fileTypeFromBuffer(head))?.mime.startsWith("image/") ?? false;

/** The size of a form besides its files: boundaries, headers, fields. */
const overheadBytesMax = 64 * 1024;

/**
 * The prefix of this process's file names. It distinguishes files that a killed process left from those that another
 * process is still writing.
 */
export const namesOfProcess = (pid: number) => `${hostname()}-${pid}-`;
const newFileName = () => `${namesOfProcess(process.pid)}${randomBytes(16).toString("hex")}`;

export async function receiveForm<T>(
  folder: string,
  request: FastifyRequest,
  { field, extras = {}, ...limits }: Expected,
  handle: (upload: ReceivedUpload) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Failure("unsupported_type");
  const limitsOf = new Map<string, FileLimits>([[field, limits]]);
  for (const [name, bytesMax] of Object.entries(extras)) limitsOf.set(name, { bytesMax });
  const files = new Map<string, ReceivedFile>();
  try {
    await receiveFiles(request, { folder, limitsOf, files });
    const file = files.get(field);
    if (!file) throw invalidField(field, "Site.required");
    const requireSender = async () => {
      if (request.raw.socket.destroyed) throw new Failure("malformed");
      await request.confirmSession?.();
    };
    await requireSender();
    const extras = new Map([...files].filter(([name]) => name !== field));
    return await handle({ ...file, extras, requireSender });
  } finally {
    for (const file of files.values()) await discard(file, request);
  }
}

interface Reception {
  /** Where the files go, on this machine. */
  folder: string;
  /** By the names of the expected parts. */
  limitsOf: ReadonlyMap<string, FileLimits>;
  /** The files received so far, also unfinished ones, by the names of their parts. */
  files: Map<string, ReceivedFile>;
}

async function receiveFiles(request: FastifyRequest, reception: Reception): Promise<void> {
  const { limitsOf } = reception;
  const bytesMax = [...limitsOf.values()].reduce((sum, limits) => sum + limits.bytesMax, 0);
  if (Number(request.headers["content-length"] ?? 0) > bytesMax + overheadBytesMax)
    throw new Failure("too_large");
  const sending = allowLongSending(request.raw);
  // Accepts one more than expected, so that too many parts, or too large ones, are refused as such.
  const limits = { files: limitsOf.size + 1, fileSize: bytesMax + 1 };
  try {
    for await (const part of request.parts({ limits }))
      if (part.type === "file") await receivePart(part, reception, sending);
    sending.end();
  } catch (error) {
    sending.end();
    // The sender receives the answer only after sending everything, so the rest is read and discarded.
    request.raw.unpipe();
    request.raw.resume();
    limitSending(request.raw);
    throw failureOf(error);
  }
}

/** Discards a part that nobody expects. @throws {Failure} `invalid` for a second part of the same name */
async function receivePart(
  part: MultipartFile,
  { folder, limitsOf, files }: Reception,
  sending: LongSending,
): Promise<void> {
  const { fieldname } = part;
  const limits = limitsOf.get(fieldname);
  if (!limits) {
    part.file.on("data", (chunk: Buffer) => {
      sending.goesOn(chunk.length);
    });
    return;
  }
  if (files.has(fieldname)) throw invalidField(fieldname, "Site.invalid");
  const file = { path: path.join(folder, newFileName()), bytes: 0, name: unescaped(part.filename) };
  files.set(fieldname, file);
  await write(part, file, limits, sending);
}

/**
 * The name before a browser wrote it into the form: these three alone are escaped there, and `%` is not. A part of the
 * type application/octet-stream is a file without a name, too.
 */
const unescaped = (name = "") => name.replace(/%(?:22|0D|0A)/g, decodeURIComponent);

async function write(
  { file: content }: MultipartFile,
  file: ReceivedFile,
  { bytesMax, pictureBytesMax = bytesMax, reservation }: FileLimits,
  sending: LongSending,
): Promise<void> {
  let head = Buffer.alloc(0);
  let isPicture: boolean | undefined;
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sending.goesOn(chunk.length);
        file.bytes += chunk.length;
        if (head.length < headBytes)
          head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
        if (file.bytes > pictureBytesMax) isPicture ??= await isPictureBy(head);
        if (file.bytes > (isPicture ? pictureBytesMax : bytesMax)) throw new Failure("too_large");
        await reservation?.hold(file.bytes);
        yield chunk;
      }
    },
    createWriteStream(file.path, { flags: "wx", mode: 0o600 }),
  );
}

/** A disk error is not the sender's fault; anything else that interrupts a form is. */
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
