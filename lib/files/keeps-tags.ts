import { kindOfFile } from "#lib/files/kind-of-file.ts";

/**
 * Whether the server could not take out of a film or a sound where, by what and by whom it was made. Only its headers are
 * read, in the browser, before it is sent.
 */
export async function keepsTags(file: Blob): Promise<boolean> {
  if (!["video", "audio"].includes(kindOfFile(file))) return false;
  try {
    const { planTagRemoval } = await import("#lib/files/tags/tag-removal.ts");
    const removal = await planTagRemoval({
      sizeBytes: file.size,
      read: async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
    });
    return removal === null;
  } catch {
    return true; // Nobody can tell: what looks into the file did not load, or the file cannot be read.
  }
}
