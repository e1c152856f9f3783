import { type FileHandle, open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { planTagRemoval } from "#lib/files/tags/tag-removal.ts";

/** The most memory that it takes: tables of a file, the ranges that they name, and what is to be written. */
const removingBytesMax = 100_000_000;

/** The memory that it takes for a file of this size. */
export const removingBytes = (bytes: number) => Math.min(bytes, removingBytesMax);

/**
 * Overwrites the tags of a video or a sound that name the place, the device and the author; its frames stay where they
 * are. Returns its new size and whether all that may name them is gone; null: it cannot be parsed, and stays unchanged.
 */
export async function removeTags(
  path: string,
): Promise<{ bytes: number; isComplete: boolean } | null> {
  const file = await open(path, "r+");
  try {
    const { size: sizeBytes } = await file.stat();
    const removal = await planTagRemoval({
      sizeBytes,
      async read(at, length) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
        return buffer.subarray(0, bytesRead);
      },
      pause: () => setImmediate(),
    });
    if (!removal) return null;
    for (const { at, bytes } of removal.writes) await file.write(bytes, 0, bytes.length, at);
    await fillWithZeros(file, await removal.blanks.merged(() => setImmediate()));
    if (removal.sizeBytes < sizeBytes) await file.truncate(removal.sizeBytes);
    return { bytes: removal.sizeBytes, isComplete: removal.isComplete };
  } finally {
    await file.close();
  }
}

const zeros = Buffer.alloc(64 * 1024);

type Ranges = NonNullable<Awaited<ReturnType<typeof planTagRemoval>>>["blanks"];

/** Overwrites neighbouring ranges by one write: by themselves, half a million ranges would take half a minute. */
async function fillWithZeros(file: FileHandle, ranges: Ranges): Promise<void> {
  for (let first = 0; first < ranges.length;) {
    const from = ranges.startOf(first);
    let last = first;
    while (ranges.endOf(last + 1) <= from + zeros.length) last += 1;
    const to = ranges.endOf(last);
    if (last === first)
      for (let at = from; at < to; at += zeros.length)
        await file.write(zeros, 0, Math.min(zeros.length, to - at), at);
    else {
      const { buffer: part } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
      for (let index = first; index <= last; index += 1)
        part.fill(0, ranges.startOf(index) - from, ranges.endOf(index) - from);
      await file.write(part, 0, part.length, from);
    }
    first = last + 1;
  }
}
