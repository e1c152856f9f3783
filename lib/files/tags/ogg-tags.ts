/** Ogg (RFC 3533): pages with a checksum each, which hold the packets of one or more streams. */
import {
  type ByteReader,
  bytesOf,
  latin,
  NotUnderstood,
  type Removal,
} from "#lib/files/tags/removal.ts";

/** How the comments of a codec begin, and how they end. */
interface Codec {
  magic: string;
  end: readonly number[];
  isFlac?: boolean;
}

const codecs: readonly [start: string, codec: Codec | null][] = [
  ["\x01vorbis", { magic: "\x03vorbis", end: [1] }],
  ["OpusHead", { magic: "OpusTags", end: [] }],
  ["\x80theora", { magic: "\x81theora", end: [] }],
  ["Speex   ", { magic: "", end: [] }],
  ["\x7FFLAC", { magic: "", end: [], isFlac: true }],
  // The stream that describes the others by their serial numbers.
  ["fishead\0", null],
];

interface Part {
  page: number;
  from: number;
  length: number;
}

interface Stream {
  codec: Codec | null;
  /** The number of packets that have ended. */
  packets: number;
  /** The bytes of the packet that has not ended. */
  parts: Part[];
  partsBytes: number;
  isDone: boolean;
}

const pageHeaderBytes = 27;
/** The limit of a packet, and of all pages to change. */
const changedBytesMax = 32 * 1024 * 1024;
/** What a page takes in memory beside its bytes, of which it may have hardly any. */
const besidePageBytes = 512;
/** A file may be a sequence of songs with streams of their own. */
const streamsMax = 1_000;
/** Microseconds to empty a packet of no bytes. */
const stepsOfPacket = 3;
/** The bytes whose checksum takes about a microsecond. */
const checkedBytesInStep = 200;

export async function planOgg(reader: ByteReader, removal: Removal): Promise<void> {
  const streams = new Map<number, Stream>();
  const changed = new Map<number, Uint8Array>();
  let changedBytes = 0;

  const pageToChange = async (at: number) => {
    const known = changed.get(at);
    if (known) return known;
    const page = Uint8Array.from(await reader.bytes(at, (await pageAt(reader, at)).end - at));
    changed.set(at, page);
    changedBytes += page.length + besidePageBytes;
    if (changedBytes > changedBytesMax) throw new NotUnderstood("too much to change");
    return page;
  };

  const finishPacket = async (stream: Stream) => {
    await reader.spend(stepsOfPacket);
    const { codec, packets, parts, partsBytes: length } = stream;
    stream.packets += 1;
    stream.parts = [];
    stream.partsBytes = 0;
    if (!codec || packets === 0) return;
    const [first] = parts;
    const page = first && (await pageToChange(first.page));
    const start = page ? page.subarray(first.from, first.from + Math.min(first.length, 8)) : [];
    const content = emptied(codec, Uint8Array.from(start), length, packets);
    stream.isDone = content === null || !codec.isFlac;
    if (!content) return;
    let done = 0;
    for (const part of parts) {
      (await pageToChange(part.page)).set(content.subarray(done, done + part.length), part.from);
      done += part.length;
    }
  };

  for (let at = 0; at < reader.sizeBytes;) {
    const { isFirst, serial, lacing, content, end } = await pageAt(reader, at);
    if (isFirst) streams.set(serial, await newStream(reader, content));
    if (streams.size > streamsMax) throw new NotUnderstood("too many streams");
    const stream = streams.get(serial);
    if (!stream) throw new NotUnderstood("a stream without a beginning");
    let from = content - at;
    for (const length of lacing) {
      if (stream.isDone) break;
      await reader.spend(1);
      addPart(stream, { page: at, from, length });
      from += length;
      if (length < 255) await finishPacket(stream);
    }
    at = end;
  }
  if (streams.size === 0) throw new NotUnderstood("no sound");
  for (const [at, page] of changed) {
    await reader.spend(page.length / checkedBytesInStep);
    const view = new DataView(page.buffer);
    view.setUint32(22, 0, true);
    view.setUint32(22, checksumOf(page), true);
    removal.write(at, page);
  }
}

/** Adds what a page holds of a packet: one part, however many segments it is written in. */
function addPart(stream: Stream, part: Part) {
  stream.partsBytes += part.length;
  if (stream.partsBytes > changedBytesMax) throw new NotUnderstood("a packet without an end");
  const last = stream.parts.at(-1);
  if (last?.page === part.page) last.length += part.length;
  else stream.parts.push(part);
}

async function newStream(reader: ByteReader, content: number): Promise<Stream> {
  const start = await reader.text(content, 8);
  const found = codecs.find(([magic]) => start.startsWith(magic));
  if (!found) throw new NotUnderstood("an unknown codec");
  return { codec: found[1], packets: 0, parts: [], partsBytes: 0, isDone: found[1] === null };
}

/**
 * A packet of comments without any, as long as before: the former text becomes the encoder's name, all zeros. Null: the
 * packet holds no comments.
 */
function emptied(codec: Codec, start: Uint8Array, length: number, packets: number) {
  const content = new Uint8Array(length);
  const [first = 0] = start;
  const isComment = !codec.isFlac || (packets === 1 && (first & 0x7f) === 4);
  if (!isComment) {
    // Further blocks of FLAC: all but the seek table become padding, until the first frame.
    if (first === 0xff) return null;
    if ((first & 0x7f) === 3) throw new NotUnderstood("a seek table");
    content.set(start.subarray(0, 4));
    content[0] = (first & 0x80) | 1;
    return content;
  }
  const magic = codec.isFlac ? start.subarray(0, 4) : bytesOf(codec.magic);
  const vendorBytes = length - magic.length - 8 - codec.end.length;
  const isWhole = codec.isFlac === true || latin(start).startsWith(codec.magic.slice(0, 8));
  if (vendorBytes < 0 || !isWhole) throw new NotUnderstood("no comments");
  content.set(magic);
  new DataView(content.buffer).setUint32(magic.length, vendorBytes, true);
  content.set(codec.end, length - codec.end.length);
  return content;
}

async function pageAt(reader: ByteReader, at: number) {
  const header = await reader.view(at, pageHeaderBytes);
  if (header.getUint32(0) !== 0x4f676753) throw new NotUnderstood("no page");
  const isFirst = (header.getUint8(5) & 2) !== 0;
  const serial = header.getUint32(14);
  const lacing = Uint8Array.from(await reader.bytes(at + pageHeaderBytes, header.getUint8(26)));
  const content = at + pageHeaderBytes + lacing.length;
  const end = content + lacing.reduce((sum, length) => sum + length, 0);
  if (end > reader.sizeBytes) throw new NotUnderstood("cut off");
  return { isFirst, serial, lacing, content, end };
}

const checksums = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

const checksumOf = (page: Uint8Array) =>
  page.reduce((sum, byte) => (sum << 8) ^ (checksums[(sum >>> 24) ^ byte] ?? 0), 0) >>> 0;
