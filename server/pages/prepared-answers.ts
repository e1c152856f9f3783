/**
 * Keeps the prepared answers beside the build in one file: their bodies, an index of them, and where the index begins. A start
 * reads the index alone; a body is read when it is asked for, and those that are asked for often stay in memory.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { LRUCache } from "lru-cache";
import type { Encoding } from "#server/http/encodings.ts";
import {
  type Body,
  buildIdOf,
  type PreparedFile,
  type PreparedFiles,
  preparePages,
} from "#server/pages/prepare.ts";

/** A body in the file. */
interface Place {
  at: number;
  length: number;
}
type IndexedFile = Omit<PreparedFile, "bodies"> & { bodies: Map<Encoding, Place> };
type Kind = "pages" | "assets" | "flights";
type Index = { buildId: string } & Record<Kind, Map<string, IndexedFile>>;

/** The screens of one language, in one coding, several times. */
const bodiesInMemoryMax = 12 * 1024 * 1024;
const endBytes = 8;

const storeIn = (nextFolder: string) => path.join(nextFolder, "prepared-answers");

export async function storePrepared(nextFolder: string): Promise<void> {
  const file = storeIn(nextFolder);
  const prepared = await preparePages(nextFolder);
  await using written = await open(`${file}.part`, "w");
  let end = 0;
  const append = async (content: Uint8Array): Promise<Place> => {
    const place = { at: end, length: content.length };
    await written.writeFile(content);
    end += content.length;
    return place;
  };
  // The same content is stored once: Next writes each page for navigation twice.
  const places = new Map<string, Map<Encoding, Place>>();
  const placesOf = async ({ type, digest, bodies }: PreparedFile) => {
    const key = `${type} ${digest}`;
    const known = places.get(key);
    if (known) return known;
    const own = new Map<Encoding, Place>();
    for (const [encoding, body] of bodies) own.set(encoding, await append(body.read()));
    places.set(key, own);
    return own;
  };
  const indexed = async (files: ReadonlyMap<string, PreparedFile>) => {
    const index = new Map<string, IndexedFile>();
    for (const [key, one] of files) index.set(key, { ...one, bodies: await placesOf(one) });
    return index;
  };
  const index: Index = {
    buildId: prepared.buildId,
    pages: await indexed(prepared.pages),
    assets: await indexed(prepared.assets),
    flights: await indexed(prepared.flights),
  };
  const { at } = await append(serialize(index));
  const last = Buffer.alloc(endBytes);
  last.writeBigUInt64LE(BigInt(at));
  await append(last);
  await rename(`${file}.part`, file);
}

/** The prepared answers of the current build; made anew where the build stored none (a bare `next build`). */
export async function loadPrepared(nextFolder: string): Promise<PreparedFiles> {
  const buildId = await buildIdOf(nextFolder);
  return readStored(storeIn(nextFolder), buildId) ?? (await preparePages(nextFolder));
}

/** The file stays open: a build replaces it, and what this process serves goes on to be that of its own build. */
function readStored(file: string, buildId: string): PreparedFiles | null {
  let store: number | undefined;
  try {
    store = openSync(file, "r");
    const index = readIndex(store);
    if (index.buildId === buildId) return withBodies(index, store);
  } catch {
    // Absent, or of another version of Node.
  }
  if (store !== undefined) closeSync(store);
  return null;
}

function readIndex(store: number): Index {
  const { size } = fstatSync(store);
  const at = Number(readPlace(store, { at: size - endBytes, length: endBytes }).readBigUInt64LE());
  const index = readPlace(store, { at, length: size - endBytes - at });
  return deserialize(index) as Index; // in the format of storePrepared, whose code is of the same build
}

function readPlace(store: number, { at, length }: Place): Buffer {
  const content = Buffer.allocUnsafeSlow(length);
  if (readSync(store, content, 0, length, at) < length) throw new Error("the file is cut short");
  return content;
}

function withBodies(index: Index, store: number): PreparedFiles {
  const read = new LRUCache<number, Buffer>({
    maxSize: bodiesInMemoryMax,
    sizeCalculation: (body) => Math.max(1, body.length),
  });
  const bodyAt = (place: Place): Body => ({
    length: place.length,
    read() {
      const known = read.get(place.at);
      if (known) return known;
      const body = readPlace(store, place);
      read.set(place.at, body);
      return body;
    },
  });
  const opened = (files: Map<string, IndexedFile>) =>
    new Map(
      [...files].map(([key, file]) => {
        const bodies = new Map(
          [...file.bodies].map(([encoding, place]) => [encoding, bodyAt(place)] as const),
        );
        return [key, { ...file, bodies }] as const;
      }),
    );
  return {
    buildId: index.buildId,
    pages: opened(index.pages),
    assets: opened(index.assets),
    flights: opened(index.flights),
  };
}
