/** MP4, MOV, M4A (ISO 14496-12, QuickTime): boxes within boxes, and tables of where in the file each sample lies. */
import { ByteRanges, handledAtOnce } from "#lib/files/tags/byte-ranges.ts";
import { type Box, boxesIn, childrenOf, only } from "#lib/files/tags/iso-boxes.ts";
import { type ByteReader, NotUnderstood, type Removal } from "#lib/files/tags/removal.ts";
import { SampleTables } from "#lib/files/tags/sample-tables.ts";

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
      if (samples && !isFragmented) await blankBetween(reader, removal, samples, top);
      else removal.isComplete = false;
    }
    if (box.type === "moof") await cleanFragment(reader, removal, box);
  }
}

/**
 * Blanks the bytes between samples: dashboard cameras write their positions there, where no track points. Media data
 * without any sample stays, because what it is for is unknown.
 */
async function blankBetween(
  reader: ByteReader,
  removal: Removal,
  anyOrder: ByteRanges,
  top: readonly Box[],
) {
  const samples = await anyOrder.merged(reader.pause);
  let next = 0;
  for (const { type, content, end } of top) {
    while (samples.endOf(next) <= content) next += 1;
    if (type !== "mdat" || content === end) continue;
    if (samples.startOf(next) >= end) {
      removal.isComplete = false;
      continue;
    }
    let last = content;
    for (; samples.startOf(next) < end; next += 1) {
      if (next % handledAtOnce === 0) await reader.pause();
      removal.blank(last, samples.startOf(next) - last);
      last = samples.endOf(next);
      // It may reach into the next box.
      if (last >= end) break;
    }
    removal.blank(last, end - last);
  }
}

/** Returns the ranges of all samples, blanked ones too; null where the tables do not say it. */
async function cleanMovie(reader: ByteReader, removal: Removal, moov: Box, isFragmented: boolean) {
  const boxes = await childrenOf(reader, moov);
  if (boxes.some(({ type }) => type === "cmov" || type === "rmra"))
    throw new NotUnderstood("compressed, or elsewhere");
  const tables = new SampleTables(reader);
  const ranges = new ByteRanges();
  let areKnown = true;
  for (const box of keptOf(boxes, kept.moov, removal)) {
    if (box.type !== "trak") continue;
    const samples = await cleanTrack(reader, removal, { trak: box, tables, isFragmented });
    if (samples) ranges.addAll(samples);
    else areKnown = false;
  }
  return areKnown ? ranges : null;
}

interface Track {
  trak: Box;
  /** Those of all tracks. */
  tables: SampleTables;
  isFragmented: boolean;
}

/** The same for one track. */
async function cleanTrack(
  reader: ByteReader,
  removal: Removal,
  { trak, tables, isFragmented }: Track,
): Promise<ByteRanges | null> {
  const boxes = await childrenOf(reader, trak);
  const mdia = only(boxes, "mdia");
  const media = await childrenOf(reader, mdia);
  const hdlr = only(media, "hdlr");
  const minf = only(media, "minf");
  const medium = await childrenOf(reader, minf);
  const samples = await childrenOf(reader, only(medium, "stbl"));
  const handler = await reader.text(hdlr.content + 8, 4);
  const ranges = shown.has(handler) ? null : await tables.rangesOf(samples);
  if (ranges) {
    const isTelemetry = !written.has(handler) || (await namesPlaces(reader, ranges));
    if (isTelemetry && isFragmented) throw new NotUnderstood("telemetry in fragments");
    if (isTelemetry) {
      for (let index = 0; index < ranges.length; index += 1) {
        if (index % handledAtOnce === 0) await reader.pause();
        removal.blank(ranges.startOf(index), ranges.endOf(index) - ranges.startOf(index));
      }
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
  return ranges ?? tables.rangesIfKnown(samples, handler);
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

const placePattern = /gps|latitude|longitude|geo/i;
const placeBytesMax = "longitude".length;
const subtitleBytesMax = 8 * 1024 * 1024;
const searchedAtOnce = 64 * 1024;

/** Whether a track of subtitles holds positions, as drones write them. */
async function namesPlaces(reader: ByteReader, ranges: ByteRanges): Promise<boolean> {
  if (ranges.totalBytes > subtitleBytesMax)
    throw new NotUnderstood("more subtitles than can be read");
  const merged = await ranges.merged(reader.pause);
  for (let index = 0; index < merged.length; index += 1) {
    const end = merged.endOf(index);
    for (let at = merged.startOf(index); at < end; at += searchedAtOnce - placeBytesMax) {
      const part = await reader.bytes(at, Math.min(searchedAtOnce, end - at));
      if (placePattern.test(new TextDecoder("latin1").decode(part))) return true;
    }
  }
  return false;
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
