import { finished } from "node:stream/promises";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { type ExportFile, json } from "#server/infra/export-file.ts";

/**
 * A ZIP of files that are read while it is sent: as fast as the receiver takes it, with one chunk in memory at a time.
 * Destroying the stream ends the reading, and so does `confirm`, which is asked before each chunk, by throwing.
 */
export function archiveOf(
  files: AsyncIterable<ExportFile>,
  confirm: () => Promise<void>,
): Readable {
  const zip = new ZipFile();
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- a PassThrough, typed as less
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  output.once("close", () => current?.destroy());

  const fill = async () => {
    for await (const { name, content, isPacked = false } of withMissing(files)) {
      if (output.destroyed) return;
      current = Readable.from(confirmed(content, confirm), { objectMode: false });
      zip.addReadStream(current, name, { compress: !isPacked });
      // The next file begins when this one is read, so that unread files are not held in memory.
      await finished(current, { writable: false });
    }
    zip.end();
  };
  fill().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error("export failed", { cause: error }));
  });
  return output;
}

async function* confirmed<Chunk>(chunks: AsyncIterable<Chunk>, confirm: () => Promise<void>) {
  for await (const chunk of chunks) {
    await confirm();
    yield chunk;
  }
}

/** Yields the readable files and, if some cannot be read, a list of those as the last file. */
async function* withMissing(files: AsyncIterable<ExportFile>) {
  const missing: string[] = [];
  for await (const { content, ...file } of files)
    if (content) yield { ...file, content };
    else missing.push(file.name);
  if (missing.length > 0)
    yield { name: "missing-files.json", content: json(() => Promise.resolve(missing)) };
}
