/** MP4, MOV, M4A (ISO 14496-12, QuickTime): boxes within boxes, and tables of where in the file each sample lies. */
import { type ByteReader, NotUnderstood, type Removal } from "#lib/files/tags/removal.ts";
import { soundSampleBytes } from "#lib/files/tags/sound-sample.ts";

interface Box {
  type: string;
  at: number;
  /** The offset of its content. */
  content: number;
  end: number;
}

const spaces = new Set(["free", "skip"]);
/**
 * The boxes that players need, by their parents. Any other may reveal a place or a device: `udta`, `meta`, `uuid`, and
 * boxes of camera makers.
 */
const kept = {
  file: new Set("ftyp styp moov mdat moof mfra sidx ssix prft free skip wide pdin".split(" ")),
  moov: new Set("mvhd trak mvex iods pssh free skip ctab clip".split(" ")),
  trak: new Set("tkhd mdia edts tref tapt load txas trgr clip matt imap free skip".split(" ")),
  mdia: new Set("mdhd hdlr minf elng free skip".split(" ")),
  minf: new Set("vmhd smhd nmhd sthd hmhd gmhd hdlr dinf stbl free skip".split(" ")),
  moof: new Set("mfhd traf pssh free skip".split(" ")),
  traf: new Set("tfhd tfdt trun saiz saio sbgp sgpd subs senc free skip".split(" ")),
};
const dropped = new Set(["udta", "meta", "uuid"]);
/**
 * Handlers of tracks that are seen or heard. Other tracks are telemetry, which may hold a position for every second.
 */
const shown = new Set(["vide", "soun", "auxv", "pict", "hint", "tmcd"]);
const written = new Set(["text", "sbtl", "subt", "clcp"]);

export async function planIsoMedia(reader: ByteReader, removal: Removal): Promise<void> {
  const top = await boxesIn(reader, 0, reader.sizeBytes);
  const moov = top.filter(({ type }) => type === "moov");
  if (moov.length !== 1) throw new NotUnderstood("no index of its own");
  const isFragmented = top.some(({ type }) => type === "moof");
  for (const box of keptOf(top, kept.file, removal)) {
    if (box.type === "moov") {
      const samples = await cleanMovie(reader, removal, box, isFragmented);
      if (samples && !isFragmented) blankBetween(samples, top, removal);
      else removal.isComplete = false;
    }
    if (box.type === "moof") await cleanFragment(reader, removal, box);
  }
}

/**
 * Blanks the bytes between samples: dashboard cameras write their positions there, where no track points. Media data
 * without any sample stays, because what it is for is unknown.
 */
function blankBetween(samples: readonly Range[], top: readonly Box[], removal: Removal) {
  const sorted = samples.toSorted((one, other) => one.at - other.at);
  let next = 0;
  const takeBefore = (end: number) => {
    const first = next;
    while ((sorted[next]?.at ?? Infinity) < end) next += 1;
    return sorted.slice(first, next);
  };
  for (const { type, content, end } of top) {
    takeBefore(content);
    const within = takeBefore(end);
    if (type !== "mdat" || content === end) continue;
    if (within.length === 0) {
      removal.isComplete = false;
      continue;
    }
    let last = content;
    for (const { at, length } of [...within, { at: end, length: 0 }]) {
      removal.blank(last, at - last);
      last = Math.max(last, at + length);
    }
  }
}

/** Returns the ranges of all samples, blanked ones too; null where the tables do not say it. */
async function cleanMovie(reader: ByteReader, removal: Removal, moov: Box, isFragmented: boolean) {
  const boxes = await childrenOf(reader, moov);
  if (boxes.some(({ type }) => type === "cmov" || type === "rmra"))
    throw new NotUnderstood("compressed, or elsewhere");
  const ranges: Range[] = [];
  let areKnown = true;
  for (const box of keptOf(boxes, kept.moov, removal)) {
    if (box.type !== "trak") continue;
    const samples = await cleanTrack(reader, removal, box, isFragmented);
    areKnown &&= samples !== null;
    for (const range of samples ?? []) ranges.push(range);
  }
  return areKnown ? ranges : null;
}

/** The same for one track. */
async function cleanTrack(
  reader: ByteReader,
  removal: Removal,
  trak: Box,
  isFragmented: boolean,
): Promise<Range[] | null> {
  const boxes = await childrenOf(reader, trak);
  const mdia = only(boxes, "mdia");
  const media = await childrenOf(reader, mdia);
  const hdlr = only(media, "hdlr");
  const minf = only(media, "minf");
  const medium = await childrenOf(reader, minf);
  const samples = await childrenOf(reader, only(medium, "stbl"));
  const handler = await reader.text(hdlr.content + 8, 4);
  if (!shown.has(handler)) {
    const ranges = await rangesOf(reader, samples);
    const isTelemetry = !written.has(handler) || (await namesPlaces(reader, ranges));
    if (isTelemetry && isFragmented) throw new NotUnderstood("telemetry in fragments");
    if (isTelemetry) {
      for (const { at, length } of ranges) removal.blank(at, length);
      drop(trak, removal);
      return ranges;
    }
  }
  keptOf(boxes, kept.trak, removal);
  keptOf(media, kept.mdia, removal);
  keptOf(medium, kept.minf, removal);
  for (const box of samples) if (dropped.has(box.type)) drop(box, removal);
  // Blanks the maker and the name of the software.
  for (const { type, content, end } of [...media, ...medium])
    if (type === "hdlr") removal.blank(content + 12, end - content - 12);
  if (handler === "vide") await blankEncoders(reader, removal, only(samples, "stsd"));
  return rangesIfKnown(reader, samples, handler);
}

async function rangesIfKnown(reader: ByteReader, samples: readonly Box[], handler: string) {
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

/** Blanks the vendor and the name of the encoder, for which cameras give their own. */
async function blankEncoders(reader: ByteReader, removal: Removal, { content, end }: Box) {
  for (const entry of await boxesIn(reader, content + 8, end)) {
    if (entry.end - entry.at < 86) continue;
    removal.blank(entry.at + 20, 4);
    removal.blank(entry.at + 50, 32);
  }
}

async function cleanFragment(reader: ByteReader, removal: Removal, moof: Box) {
  for (const box of keptOf(await childrenOf(reader, moof), kept.moof, removal))
    if (box.type === "traf") keptOf(await childrenOf(reader, box), kept.traf, removal);
}

interface Range {
  at: number;
  length: number;
}

/** A chunk holds about a second, so no video that may be uploaded has more of them. */
const chunksMax = 500_000;

/** The ranges in which the samples of a track lie, chunk by chunk; `sampleBytes`, where given, is the size of each. */
async function rangesOf(
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

const placePattern = /gps|latitude|longitude|geo/i;
const subtitleBytesMax = 8 * 1024 * 1024;

/** Whether a track of subtitles holds positions, as drones write them. */
async function namesPlaces(reader: ByteReader, ranges: readonly Range[]): Promise<boolean> {
  const total = ranges.reduce((sum, { length }) => sum + length, 0);
  if (total > subtitleBytesMax) throw new NotUnderstood("more subtitles than can be read");
  for (const { at, length } of ranges)
    if (placePattern.test(new TextDecoder("latin1").decode(await reader.bytes(at, length))))
      return true;
  return false;
}

function only(boxes: readonly Box[], type: string): Box {
  const found = boxes.find((box) => box.type === type);
  if (!found) throw new NotUnderstood(`no ${type}`);
  return found;
}

/** Empties the boxes of other types and those that are free already, and returns the ones that stay. */
function keptOf(boxes: readonly Box[], types: ReadonlySet<string>, removal: Removal): Box[] {
  for (const box of boxes) if (!types.has(box.type) || spaces.has(box.type)) drop(box, removal);
  return boxes.filter(({ type }) => types.has(type) && !spaces.has(type));
}

function drop({ type, at, content, end }: Box, removal: Removal) {
  if (!spaces.has(type)) removal.write(at + 4, "free");
  removal.blank(content, end - content);
}

const childrenOf = (reader: ByteReader, { content, end }: Box) => boxesIn(reader, content, end);

async function boxesIn(reader: ByteReader, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = [];
  // Fewer bytes than a header are an end mark.
  for (let at = from; to - at >= 8;) {
    const box = await boxAt(reader, at, to);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

async function boxAt(reader: ByteReader, at: number, to: number): Promise<Box> {
  const type = await reader.text(at + 4, 4);
  if (!/^[\x20-\x7E\xA9]{4}$/.test(type)) throw new NotUnderstood("no box");
  const short = (await reader.view(at, 4)).getUint32(0);
  const isLong = short === 1;
  const size = isLong ? Number((await reader.view(at + 8, 8)).getBigUint64(0)) : short;
  const content = at + (isLong ? 16 : 8);
  // A recording that was cut off ends within its frames.
  const end = size === 0 || (type === "mdat" && at + size > to) ? to : at + size;
  if (end < content || end > to) throw new NotUnderstood("a box of no size");
  return { type, at, content, end };
}
