import { inflateRawSync } from "node:zlib";

const endOfDirectory = Buffer.from("PK\u0005\u0006", "latin1");

/** The files of a ZIP by their names, as texts; read by its central directory. @throws when it is cut off. */
export function readArchive(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(endOfDirectory);
  if (end < 0) throw new Error("no end of a ZIP");
  const files = new Map<string, string>();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameEnd = entry + 46 + archive.readUInt16LE(entry + 28);
    const local = archive.readUInt32LE(entry + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
    files.set(archive.toString("utf8", entry + 46, nameEnd), inflateRawSync(packed).toString());
    entry = nameEnd + archive.readUInt16LE(entry + 30) + archive.readUInt16LE(entry + 32);
  }
  return files;
}
