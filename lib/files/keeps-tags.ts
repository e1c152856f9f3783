import { kindOfFile } from "#lib/files/kind-of-file.ts";

/**
 * Whether the server will not be able to remove the place, the device and the author from a video or sound file. The
 * browser reads only the headers, before the upload.
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
    return true; // Unknown: the parser did not load, or the file cannot be read.
  }
}
