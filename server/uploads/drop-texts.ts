import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";

const signatureBytes = 8;
/** Length and type before the content of a chunk, and its checksum behind it. */
const headBytes = 8;
const checksumBytes = 4;
const textTypes = new Set(["tEXt", "zTXt", "iTXt"]);
/** A chunk type that every decoder ignores: ancillary, private, not to be copied. */
const passedOver = Buffer.from("paSs");

/** Each takes a read. Encoders write chunks of kilobytes, and a picture has 16 MB at most. */
const chunksMax = 20_000;
/** Each takes a read and a write more. */
const textsMax = 1_000;

/**
 * Makes decoders ignore the text chunks of a PNG, in the file itself. They would unpack all of them to read the header
 * alone: a megabyte of them became gigabytes (SEC-U1). Bytes after a truncated chunk stay, because no decoder reads
 * them. Returns whether all of it was looked through: a file of more chunks must reach no decoder.
 */
export async function dropTexts(path: string): Promise<boolean> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(headBytes);
    let [chunks, texts] = [0, 0];
    for (let at = signatureBytes; at + headBytes + checksumBytes <= size;) {
      chunks += 1;
      if (chunks > chunksMax) return false;
      await file.read(head, 0, headBytes, at);
      const [length, type] = [head.readUInt32BE(), head.toString("latin1", 4)];
      const end = at + headBytes + length + checksumBytes;
      if (end > size || type === "IEND") return true;
      if (textTypes.has(type)) {
        texts += 1;
        if (texts > textsMax) return false;
        const named = Buffer.alloc(4 + length + checksumBytes);
        await file.read(named, 0, 4 + length, at + 4);
        passedOver.copy(named);
        named.writeUInt32BE(crc32(named.subarray(0, 4 + length)), 4 + length);
        await file.write(named, 0, named.length, at + 4);
      }
      at = end;
    }
    return true;
  } finally {
    await file.close();
  }
}
