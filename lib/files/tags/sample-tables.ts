/** The sample tables of the tracks of an MP4 or MOV, which say where in the file the samples lie. */
import { ByteRanges } from "#lib/files/tags/byte-ranges.ts";
import { type Box, boxesIn, only } from "#lib/files/tags/iso-boxes.ts";
import { type ByteReader, NotUnderstood } from "#lib/files/tags/removal.ts";
import { soundSampleBytes } from "#lib/files/tags/sound-sample.ts";

/** A chunk holds about a second, so no video that may be uploaded has more of them in all its tracks. */
const chunksMax = 500_000;
/** The rows of a table that are read in about a microsecond. */
const rowsInStep = 100;
/** Steps are counted in portions of this size, because waiting after each step takes as long as the step. */
const stepsAtOnce = 500;

/** Reads the tables of all tracks of one file. */
export class SampleTables {
  readonly #reader: ByteReader;
  #chunks = 0;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /**
   * The ranges in which the samples of a track lie, chunk by chunk; `sampleBytes`, where given, is the size of each.
   * @throws {NotUnderstood} also where the tracks so far have too many chunks together
   */
  async rangesOf(samples: readonly Box[], sampleBytes?: number): Promise<ByteRanges> {
    const reader = this.#reader;
    const ranges = new ByteRanges();
    const chunks = await chunksOf(reader, samples);
    this.#chunks += chunks.total;
    if (this.#chunks > chunksMax) throw new NotUnderstood("too many chunks");
    if (chunks.total === 0) return ranges;
    const sizes =
      sampleBytes === undefined
        ? await sizesOf(reader, only(samples, "stsz"))
        : sizesOfSame(sampleBytes);
    const runs = await tableOf(reader, only(samples, "stsc"), 12);
    const beginsBy = (run: number, chunk: number) =>
      run * 12 < runs.byteLength && runs.getUint32(run * 12) <= chunk + 1;
    let [sample, run, steps] = [0, -1, 0];
    for (let chunk = 0; chunk < chunks.total; chunk += 1) {
      const [fromSample, fromRun] = [sample, run];
      while (beginsBy(run + 1, chunk)) run += 1;
      if (run < 0) throw new NotUnderstood("chunks of no size");
      sample += runs.getUint32(run * 12 + 4);
      ranges.add(chunks.startOf(chunk), sizes.bytesIn(fromSample, sample));
      const rows = run - fromRun + (sizes.areRows ? sample - fromSample : 0);
      steps += 1 + rows / rowsInStep;
      if (steps < stepsAtOnce) continue;
      await reader.spend(steps);
      steps = 0;
    }
    await reader.spend(steps);
    return ranges;
  }

  /** The same; null where the tables do not say it for certain. */
  async rangesIfKnown(samples: readonly Box[], handler: string): Promise<ByteRanges | null> {
    const reader = this.#reader;
    try {
      const { content } = only(samples, "stsz");
      const sameBytes = (await reader.view(content + 4, 4)).getUint32(0);
      if (sameBytes === 0 || handler !== "soun") return await this.rangesOf(samples);
      const stsd = only(samples, "stsd");
      const [sound, ...others] = await boxesIn(reader, stsd.content + 8, stsd.end);
      if (!sound || others.length > 0) return null;
      const sampleBytes = await soundSampleBytes(reader, sound, sameBytes);
      return sampleBytes === null ? null : await this.rangesOf(samples, sampleBytes);
    } catch (error) {
      if (error instanceof NotUnderstood) return null;
      throw error;
    }
  }
}

/** Where the chunks of a track begin, which is read as it is needed. */
async function chunksOf(reader: ByteReader, samples: readonly Box[]) {
  const wide = samples.find(({ type }) => type === "co64");
  const rowBytes = wide ? 8 : 4;
  const table = await tableOf(reader, wide ?? only(samples, "stco"), rowBytes);
  return {
    total: table.byteLength / rowBytes,
    startOf: (index: number) =>
      wide ? Number(table.getBigUint64(index * 8)) : table.getUint32(index * 4),
  };
}

/** The bytes that the samples from one up to another (exclusive) take, and whether a row is read for each. */
interface SampleSizes {
  bytesIn: (from: number, to: number) => number;
  areRows: boolean;
}

const sizesOfSame = (sampleBytes: number): SampleSizes => ({
  bytesIn: (from, to) => (to - from) * sampleBytes,
  areRows: false,
});

async function sizesOf(reader: ByteReader, { content, end }: Box): Promise<SampleSizes> {
  const head = await reader.view(content, 12);
  const [same, total] = [head.getUint32(4), head.getUint32(8)];
  if (same > 0) return sizesOfSame(same);
  if (content + 12 + total * 4 > end) throw new NotUnderstood("a table that is cut off");
  const table = await reader.view(content + 12, total * 4);
  const bytesIn = (from: number, to: number) => {
    if (to > total) throw new NotUnderstood("samples of no size");
    let bytes = 0;
    for (let index = from; index < to; index += 1) bytes += table.getUint32(index * 4);
    return bytes;
  };
  return { bytesIn, areRows: true };
}

async function tableOf(reader: ByteReader, { content, end }: Box, rowBytes: number) {
  const total = (await reader.view(content + 4, 4)).getUint32(0);
  if (content + 8 + total * rowBytes > end) throw new NotUnderstood("a table that is cut off");
  return reader.view(content + 8, total * rowBytes);
}
