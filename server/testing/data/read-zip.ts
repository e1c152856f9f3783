import { inflateRawSync } from "node:zlib";
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface Owner {
  token: string;
  password: string;
}

/** The archive of a member, as it is downloaded. */
export async function downloadArchive(
  kampus: TestKampus,
  { token, password }: Owner,
  locale = "en",
): Promise<Buffer> {
  const url = `/api/${locale}/profile/setting/export`;
  const answer = await kampus.post(url, { password }, { token });
  if (answer.statusCode !== 200) throw new Error(`export: ${answer.body}`);
  return answer.rawPayload;
}

/** The texts of a ZIP by its central directory, in their order. @throws when it is cut off. */
export const readZip = (archive: Buffer): Map<string, string> =>
  new Map([...readZipFiles(archive)].map(([name, content]) => [name, content.toString("utf8")]));

export function readZipFiles(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) throw new Error("no end of a ZIP");
  const files = new Map<string, Buffer>();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength] = [
      archive.readUInt16LE(entry + 28),
      archive.readUInt16LE(entry + 30),
    ];
    const name = archive.toString("utf8", entry + 46, entry + 46 + nameLength);
    const local = archive.readUInt32LE(entry + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
    const isPacked = archive.readUInt16LE(entry + 10) !== 0;
    files.set(name, isPacked ? inflateRawSync(packed) : packed);
    entry += 46 + nameLength + extraLength + archive.readUInt16LE(entry + 32);
  }
  return files;
}
