import { kindOfFile } from "#lib/files/kind-of-file.ts";

/** What browsers say of a file whose extension they do not know, as of .mkv: the server goes by the content. */
const untyped = new Set(["", "application/octet-stream"]);

/**
 * Whether the server may leave something in a video or sound file that names the place, the device or the author. The
 * browser reads only the headers, before the upload.
 */
export async function keepsTags(file: Blob): Promise<boolean> {
  const isUntyped = untyped.has(file.type);
  if (!isUntyped && !["video", "audio"].includes(kindOfFile(file))) return false;
  try {
    const { isVideoOrSound, planTagRemoval } = await import("#lib/files/tags/tag-removal.ts");
    const source = {
      sizeBytes: file.size,
      read: async (at: number, length: number) =>
        new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
      pause: () => new Promise<void>((resolve) => setTimeout(resolve)),
    };
    if (isUntyped && !(await isVideoOrSound(source))) return false;
    return !(await planTagRemoval(source))?.isComplete;
  } catch {
    return true; // Unknown: the parser did not load, or the file cannot be read.
  }
}
