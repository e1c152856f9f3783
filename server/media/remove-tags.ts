import { open } from "node:fs/promises";
import { planTagRemoval } from "#lib/files/tags/tag-removal.ts";

const zeros = Buffer.alloc(64 * 1024);

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
    });
    if (!removal) return null;
    for (const { at, bytes } of removal.writes) await file.write(bytes, 0, bytes.length, at);
    for (const { at, length } of removal.blanks)
      for (let done = 0; done < length; done += zeros.length)
        await file.write(zeros, 0, Math.min(zeros.length, length - done), at + done);
    if (removal.sizeBytes < sizeBytes) await file.truncate(removal.sizeBytes);
    return { bytes: removal.sizeBytes, isComplete: removal.isComplete };
  } finally {
    await file.close();
  }
}
