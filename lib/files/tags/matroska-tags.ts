/** Matroska and WebM (RFC 9559): elements within elements, each with its id and size. */
import { type ByteReader, NotUnderstood, type Removal } from "#lib/files/tags/removal.ts";

interface Element {
  id: number;
  at: number;
  content: number;
  /** Null when the size is not stated. */
  end: number | null;
}

const ebml = 0x1a45dfa3;
const segment = 0x18538067;
const seekHead = 0x114d9b74;
const seek = 0x4dbb;
const seekId = 0x53ab;
const info = 0x1549a966;
const tracks = 0x1654ae6b;
const cluster = 0x1f43b675;
const cues = 0x1c53bb6b;
const chapters = 0x1043a770;
const voidId = 0xec;
const checksum = 0xbf;

const keptInSegment = new Set([seekHead, info, tracks, cluster, cues, chapters]);
const inCluster = new Set([0xe7, 0xa3, 0xa0, 0xa7, 0xab, 0xaf, 0x5854, voidId, checksum]);
/** Elements with a title and the names of files, programs and tracks. */
const texts = new Set([0x7ba9, 0x4d80, 0x5741, 0x7384, 0x3c83ab, 0x3e83bb, 0x536e]);
const trackEntry = 0xae;
const trackType = 0x83;
/** Tracks that are seen, heard or read. */
const shownTracks = new Set([1, 2, 3, 0x11, 0x12]);

export async function planMatroska(reader: ByteReader, removal: Removal): Promise<void> {
  let segments = 0;
  for (let at = 0; at < reader.sizeBytes;) {
    const element = await elementAt(reader, at, reader.sizeBytes);
    if (element.id === segment) {
      segments += 1;
      at = await cleanSegment(reader, removal, element);
      continue;
    }
    if (element.end === null) throw new NotUnderstood("an element without an end");
    if (element.id === voidId) removal.blank(element.content, element.end - element.content);
    else if (element.id !== ebml) throw new NotUnderstood("no video");
    at = element.end;
  }
  if (segments === 0) throw new NotUnderstood("no video");
}

/** Returns the offset of its end. */
async function cleanSegment(reader: ByteReader, removal: Removal, { content, end }: Element) {
  const to = end ?? reader.sizeBytes;
  let at = content;
  while (at < to) {
    const element = await elementAt(reader, at, to);
    if (end === null && (element.id === ebml || element.id === segment)) return at;
    at = element.end ?? (await endOfCluster(reader, element, to));
    const known = { ...element, end: at };
    if (element.id === info) await cleanTexts(reader, removal, known);
    else if (element.id === tracks) await cleanTracks(reader, removal, known);
    else if (element.id === seekHead) await cleanSeekHead(reader, removal, known);
    else if (!keptInSegment.has(element.id) && element.id !== checksum) empty(known, removal);
  }
  return to;
}

async function endOfCluster(reader: ByteReader, { id, content }: Element, to: number) {
  if (id !== cluster) throw new NotUnderstood("an element without an end");
  let at = content;
  while (at < to) {
    const element = await elementAt(reader, at, to);
    if (!inCluster.has(element.id)) return at;
    if (element.end === null) throw new NotUnderstood("an element without an end");
    at = element.end;
  }
  return to;
}

type KnownElement = Element & { end: number };

async function cleanTexts(reader: ByteReader, removal: Removal, parent: KnownElement) {
  for (const element of await childrenOf(reader, parent)) {
    if (texts.has(element.id)) removal.blank(element.content, element.end - element.content);
    // The checksum would no longer be right.
    if (element.id === checksum || element.id === voidId) empty(element, removal);
  }
}

async function cleanTracks(reader: ByteReader, removal: Removal, parent: KnownElement) {
  for (const element of await childrenOf(reader, parent)) {
    if (element.id === trackEntry) {
      const type = (await childrenOf(reader, element)).find(({ id }) => id === trackType);
      if (!type || !shownTracks.has((await reader.bytes(type.content, 1))[0] ?? 0))
        throw new NotUnderstood("telemetry");
      await cleanTexts(reader, removal, element);
    } else if (element.id === checksum || element.id === voidId) empty(element, removal);
  }
}

/** Removes the references to an element that is emptied. */
async function cleanSeekHead(reader: ByteReader, removal: Removal, parent: KnownElement) {
  for (const element of await childrenOf(reader, parent)) {
    if (element.id !== seek) {
      empty(element, removal);
      continue;
    }
    const target = (await childrenOf(reader, element)).find(({ id }) => id === seekId);
    const length = target ? target.end - target.content : 0;
    const bytes = target && length <= 4 ? await reader.bytes(target.content, length) : [];
    const id = [...bytes].reduce((value, byte) => value * 256 + byte, 0);
    if (!keptInSegment.has(id)) empty(element, removal);
  }
}

/** Replaces the element by a void one of the same length. */
function empty({ at, end }: KnownElement, removal: Removal) {
  const total = end - at;
  const sizeLength = total - 2 <= 126 ? 1 : 8;
  const header = new Uint8Array(1 + sizeLength);
  const view = new DataView(header.buffer);
  header[0] = voidId;
  if (sizeLength === 1) header[1] = 0x80 | (total - 2);
  else view.setBigUint64(1, BigInt(total - 9) | (1n << 56n));
  removal.write(at, header);
  removal.blank(at + header.length, total - header.length);
}

async function childrenOf(reader: ByteReader, parent: KnownElement): Promise<KnownElement[]> {
  const children: KnownElement[] = [];
  for (let at = parent.content; at < parent.end;) {
    const element = await elementAt(reader, at, parent.end);
    if (element.end === null) throw new NotUnderstood("an element without an end");
    children.push({ ...element, end: element.end });
    at = element.end;
  }
  return children;
}

async function elementAt(reader: ByteReader, at: number, to: number): Promise<Element> {
  const [first = 0] = await reader.bytes(at, 1);
  const idLength = Math.clz32(first) - 23;
  if (idLength > 4) throw new NotUnderstood("no element");
  const id = numberOf(await reader.bytes(at, idLength));
  const [sizeFirst = 0] = await reader.bytes(at + idLength, 1);
  const sizeLength = Math.clz32(sizeFirst) - 23;
  if (sizeLength > 8) throw new NotUnderstood("no element");
  const sizeBytes = Uint8Array.from(await reader.bytes(at + idLength, sizeLength));
  const marker = 2 ** (8 - sizeLength);
  sizeBytes[0] = sizeFirst - marker;
  const content = at + idLength + sizeLength;
  const isEndless = sizeBytes.every((byte, index) => byte === (index === 0 ? marker - 1 : 255));
  if (isEndless) return { id, at, content, end: null };
  const end = content + numberOf(sizeBytes);
  // A recording that was cut off ends within its frames.
  if (end > to && id !== cluster && id !== segment) throw new NotUnderstood("cut off");
  return { id, at, content, end: Math.min(end, to) };
}

const numberOf = (bytes: Uint8Array) => bytes.reduce((value, byte) => value * 256 + byte, 0);
