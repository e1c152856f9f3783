/** MP3 and AAC, with the tags before and behind their frames; FLAC; WAV. */
import { type ByteReader, NotUnderstood, type Removal } from "#lib/files/tags/removal.ts";

export async function planAudio(reader: ByteReader, removal: Removal): Promise<void> {
  const frames = await cleanStart(reader, removal, 0);
  if ((await reader.text(frames, 4)) === "fLaC") return planFlac(reader, removal, frames);
  await cutEnd(reader, removal);
}

/** Empties ID3v2, which may stand at the start more than once: only padding is left. Returns the offset of its end. */
async function cleanStart(reader: ByteReader, removal: Removal, from: number): Promise<number> {
  let at = from;
  while (reader.sizeBytes - at >= 10 && (await reader.text(at, 3)) === "ID3") {
    const header = await reader.bytes(at, 10);
    const [, , , , , flags = 0, ...size] = header;
    const hasFooter = (flags & 0x10) !== 0;
    const content = size.reduce((sum, byte) => sum * 128 + (byte & 127), 0) + (hasFooter ? 10 : 0);
    removal.write(
      at + 5,
      Uint8Array.of(0, ...[21, 14, 7, 0].map((bits) => (content >> bits) & 127)),
    );
    removal.blank(at + 10, content);
    at += 10 + content;
  }
  return at;
}

/** Cuts ID3v1, APE, Lyrics3 and appended ID3v2, in any order, off the end. */
async function cutEnd(reader: ByteReader, removal: Removal): Promise<void> {
  for (let length = await tagBefore(reader, removal.sizeBytes); length > 0;) {
    removal.sizeBytes -= length;
    if (removal.sizeBytes <= 0) throw new NotUnderstood("nothing but tags");
    length = await tagBefore(reader, removal.sizeBytes);
  }
}

/** The length in bytes of the tag that ends at `end`. */
async function tagBefore(reader: ByteReader, end: number): Promise<number> {
  const at = async (back: number, length: number) =>
    back > end ? "" : reader.text(end - back, length);
  if ((await at(128, 3)) === "TAG") return 128;
  if ((await at(227, 4)) === "TAG+") return 227;
  if ((await at(9, 9)) === "LYRICS200") return Number.parseInt(await at(15, 6), 10) + 15 || 0;
  if ((await at(32, 8)) === "APETAGEX") {
    const footer = await reader.view(end - 32, 32);
    const hasHeader = footer.getUint8(23) >= 128;
    return footer.getUint32(12, true) + (hasHeader ? 32 : 0);
  }
  if ((await at(10, 3)) === "3DI") {
    const size = await reader.bytes(end - 4, 4);
    return size.reduce((sum, byte) => sum * 128 + (byte & 127), 0) + 20;
  }
  return 0;
}

/** Blocks that say how the sound is decoded, and where decoding can start. */
const flacKept = new Set([0, 3]);

export async function planFlac(reader: ByteReader, removal: Removal, from = 0): Promise<void> {
  let isLast = false;
  for (let at = from + 4; !isLast;) {
    const head = await reader.view(at, 4);
    const type = head.getUint8(0) & 127;
    const length = head.getUint32(0) % 2 ** 24;
    isLast = head.getUint8(0) >= 128;
    if (!flacKept.has(type)) {
      removal.write(at, Uint8Array.of(isLast ? 129 : 1)); // padding
      removal.blank(at + 4, length);
    }
    at += 4 + length;
  }
  await cutEnd(reader, removal);
}

const waveKept = new Set(["fmt ", "data", "fact", "cue ", "smpl", "inst", "plst", "PEAK", "ds64"]);

export async function planWave(reader: ByteReader, removal: Removal): Promise<void> {
  const { sizeBytes } = reader;
  for (let at = 12; at < sizeBytes;) {
    if (sizeBytes - at < 8) {
      removal.blank(at, sizeBytes - at);
      return;
    }
    const type = await reader.text(at, 4);
    const length = (await reader.view(at + 4, 4)).getUint32(0, true);
    const end = Math.min(sizeBytes, at + 8 + length);
    if (!waveKept.has(type)) {
      removal.write(at, "JUNK");
      removal.blank(at + 8, end - at - 8);
    }
    at = end + (length % 2);
  }
}
