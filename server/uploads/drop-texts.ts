import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";

const signatureBytes = 8;
/** Length and type before the content of a chunk, and its checksum behind it. */
const headBytes = 8;
const checksumBytes = 4;
const texts = new Set(["tEXt", "zTXt", "iTXt"]);
/** A chunk type that every decoder ignores: ancillary, private, not to be copied. */
const passedOver = Buffer.from("paSs");

/**
 * Makes decoders ignore the text chunks of a PNG, in the file itself. They would unpack all of them to read the header
 * alone: a megabyte of them became gigabytes (SEC-U1). Bytes after a truncated chunk stay, because no decoder reads
 * them.
 */
export async function dropTexts(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(headBytes);
    for (let at = signatureBytes; at + headBytes + checksumBytes <= size;) {
      await file.read(head, 0, headBytes, at);
      const [length, type] = [head.readUInt32BE(), head.toString("latin1", 4)];
      const end = at + headBytes + length + checksumBytes;
      if (end > size || type === "IEND") return;
      if (texts.has(type)) {
        const named = Buffer.alloc(4 + length + checksumBytes);
        await file.read(named, 0, 4 + length, at + 4);
        passedOver.copy(named);
        named.writeUInt32BE(crc32(named.subarray(0, 4 + length)), 4 + length);
        await file.write(named, 0, named.length, at + 4);
      }
      at = end;
    }
  } finally {
    await file.close();
  }
}
