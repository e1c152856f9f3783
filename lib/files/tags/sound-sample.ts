import type { ByteReader } from "#lib/files/tags/removal.ts";

/** Bytes of one channel in the uncompressed formats of QuickTime that name it. */
const namedBytes: Record<string, number> = {
  in24: 3,
  in32: 4,
  fl32: 4,
  fl64: 8,
  ulaw: 1,
  alaw: 1,
};
/** Uncompressed formats that say in a field how many bits a channel has. */
const countedFormats = new Set(["raw ", "twos", "sowt"]);

interface SoundDescription {
  at: number;
  end: number;
}

/**
 * How many bytes a sample of sound has, where the table gives `sizeBytes` for every sample. Null where it is not
 * certain: QuickTime writes 1 for uncompressed sound, however many channels it has, and for some compressed sound, too.
 */
export async function soundSampleBytes(
  reader: ByteReader,
  sound: SoundDescription,
  sizeBytes: number,
): Promise<number | null> {
  if (sound.end - sound.at < 36) return null;
  const format = await reader.text(sound.at + 4, 4);
  const version = (await reader.view(sound.at + 16, 2)).getUint16(0);
  if (format === "lpcm" || countedFormats.has(format) || namedBytes[format]) {
    const frameBytes = await frameBytesOf(reader, sound, format, version);
    if (sizeBytes === 1) return frameBytes;
    return frameBytes !== null && sizeBytes % frameBytes === 0 ? sizeBytes : null;
  }
  return version === 0 && sizeBytes > 1 ? sizeBytes : null;
}

/** The bytes of all channels at one time; null where the description does not say it. */
async function frameBytesOf(
  reader: ByteReader,
  { at, end }: SoundDescription,
  format: string,
  version: number,
): Promise<number | null> {
  if (format === "lpcm") {
    if (version !== 2 || end - at < 72) return null;
    const packet = await reader.view(at + 64, 8);
    return packet.getUint32(4) === 1 ? packet.getUint32(0) || null : null;
  }
  if (version > 1) return null;
  const channels = await reader.view(at + 24, 4);
  const frameBytes = channels.getUint16(0) * (namedBytes[format] ?? channels.getUint16(2) / 8);
  return Number.isInteger(frameBytes) ? frameBytes || null : null;
}
