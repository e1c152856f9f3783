/** The sample tables of a track of MP4 or MOV, which say where in the file its samples lie. */
import { type Box, boxesIn, only } from "#lib/files/tags/iso-boxes.ts";
import { type ByteReader, NotUnderstood } from "#lib/files/tags/removal.ts";
import { soundSampleBytes } from "#lib/files/tags/sound-sample.ts";

export interface Range {
  at: number;
  length: number;
}

/** A chunk holds about a second, so no video that may be uploaded has more of them. */
const chunksMax = 500_000;

/** The ranges in which the samples of a track lie, chunk by chunk; `sampleBytes`, where given, is the size of each. */
export async function rangesOf(
  reader: ByteReader,
  samples: readonly Box[],
  sampleBytes?: number,
): Promise<Range[]> {
  const offsets = await offsetsOf(reader, samples);
  if (offsets.length === 0) return [];
  const bytesIn =
    sampleBytes === undefined
      ? await sizesOf(reader, only(samples, "stsz"))
      : (from: number, to: number) => (to - from) * sampleBytes;
  const runs = await tableOf(reader, only(samples, "stsc"), 12);
  const ranges: Range[] = [];
  let sample = 0;
  let run = -1;
  for (const [chunk, at] of offsets.entries()) {
    while ((run + 1) * 12 < runs.byteLength && runs.getUint32((run + 1) * 12) <= chunk + 1)
      run += 1;
    if (run < 0) throw new NotUnderstood("chunks of no size");
    const last = sample + runs.getUint32(run * 12 + 4);
    ranges.push({ at, length: bytesIn(sample, last) });
    sample = last;
  }
  return ranges;
}

async function offsetsOf(reader: ByteReader, samples: readonly Box[]): Promise<number[]> {
  const wide = samples.find(({ type }) => type === "co64");
  const table = await tableOf(reader, wide ?? only(samples, "stco"), wide ? 8 : 4);
  if (table.byteLength > chunksMax * (wide ? 8 : 4)) throw new NotUnderstood("too many chunks");
  return Array.from({ length: table.byteLength / (wide ? 8 : 4) }, (_, index) =>
    wide ? Number(table.getBigUint64(index * 8)) : table.getUint32(index * 4),
  );
}

/** Returns a function for the number of bytes that the samples from one up to another (exclusive) take. */
async function sizesOf(reader: ByteReader, { content, end }: Box) {
  const head = await reader.view(content, 12);
  const [same, total] = [head.getUint32(4), head.getUint32(8)];
  if (same > 0) return (from: number, to: number) => (to - from) * same;
  if (content + 12 + total * 4 > end) throw new NotUnderstood("a table that is cut off");
  const table = await reader.view(content + 12, total * 4);
  return (from: number, to: number) => {
    if (to > total) throw new NotUnderstood("samples of no size");
    let bytes = 0;
    for (let index = from; index < to; index += 1) bytes += table.getUint32(index * 4);
    return bytes;
  };
}

async function tableOf(reader: ByteReader, { content, end }: Box, rowBytes: number) {
  const total = (await reader.view(content + 4, 4)).getUint32(0);
  if (content + 8 + total * rowBytes > end) throw new NotUnderstood("a table that is cut off");
  return reader.view(content + 8, total * rowBytes);
}

/** The same; null where the tables do not say it for certain. */
export async function rangesIfKnown(reader: ByteReader, samples: readonly Box[], handler: string) {
  try {
    const { content } = only(samples, "stsz");
    const sameBytes = (await reader.view(content + 4, 4)).getUint32(0);
    if (sameBytes === 0 || handler !== "soun") return await rangesOf(reader, samples);
    const stsd = only(samples, "stsd");
    const [sound, ...others] = await boxesIn(reader, stsd.content + 8, stsd.end);
    if (!sound || others.length > 0) return null;
    const sampleBytes = await soundSampleBytes(reader, sound, sameBytes);
    return sampleBytes === null ? null : await rangesOf(reader, samples, sampleBytes);
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}
