import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { encodeAll, type Encoding } from "#server/http/encodings.ts";
import {
  inlineScriptSources,
  withDataInOneScript,
  withIntegrity,
} from "#server/pages/page-scripts.ts";

/** Content that lies in memory, or in the file of the prepared answers until it is asked for. */
export interface Body {
  /** In bytes. */
  length: number;
  read: () => Uint8Array;
}

/** An answer of which nothing is left to do but to send it. */
export interface PreparedFile {
  type: string;
  /** The ETag of the content before it is compressed. */
  digest: string;
  bodies: ReadonlyMap<Encoding, Body>;
  /** Sources for the page's Content-Security-Policy; none for files that are no page. */
  inlineScripts: string[];
}

export interface PreparedFiles {
  /** The build from which the answers were made. */
  buildId: string;
  /** Pages by the path of their folder below app/, e.g. "/ru/site/login". */
  pages: Map<string, PreparedFile>;
  /** Files by address, e.g. "/_next/static/chunks/x.js". */
  assets: Map<string, PreparedFile>;
  /** What navigation within a surface and the prefetches before it ask for, by `flightKey`. */
  flights: Map<string, PreparedFile>;
}

/** A page in React's own format, or one segment of it, e.g. "/_tree", that is fetched ahead. */
export const flightKey = (page: string, segment = "") => `${page} ${segment}`;

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".rsc": "text/x-component",
  ".woff2": "font/woff2",
};
/** The icon of every page, which Next makes of app/icon.svg. */
export const iconAddress = "/icon.svg";
/** 132 bits of randomness. */
const digestLength = 22;

export const buildIdOf = (nextFolder: string) =>
  readFile(path.join(nextFolder, "BUILD_ID"), "utf8");

/** Navigation carries as much again as the pages, so a build would take half a minute more by the best quality. */
const flightQuality = 6;
const segmentEnd = ".segment.rsc";

/** Reads and compresses what a build of the pages wrote: seconds of work, so once per build. */
export async function preparePages(nextFolder: string): Promise<PreparedFiles> {
  const contents = new Map<string, Uint8Array>();
  for await (const file of filesBelow(path.join(nextFolder, "static")))
    contents.set(`/_next/static/${file}`, await readFile(path.join(nextFolder, "static", file)));

  const pages = new Map<string, Promise<PreparedFile>>();
  const flights = new Map<string, Promise<PreparedFile>>();
  const pageFolder = path.join(nextFolder, "server/app");
  for await (const file of filesBelow(pageFolder)) {
    // Pages without a locale belong to Next itself.
    if (!file.includes("/")) continue;
    const key = keyOfFlight(file);
    if (file.endsWith(".html")) {
      const html = await readFile(path.join(pageFolder, file), "utf8");
      pages.set(`/${file.slice(0, -".html".length)}`, preparePage(html, contents));
    } else if (key !== undefined) {
      const content = await readFile(path.join(pageFolder, file));
      flights.set(key, prepareAsset(file, content, flightQuality));
    }
  }
  const icon = await readFile(path.join(pageFolder, `${iconAddress}.body`));

  contents.set(iconAddress, icon);
  const assets = [...contents].map(
    ([address, content]) => [address, prepareAsset(address, content)] as const,
  );
  return {
    buildId: await buildIdOf(nextFolder),
    pages: await settled(pages),
    assets: await settled(assets),
    flights: await settled(flights),
  };
}

/** The key of a file such as "ru/site.rsc" or "ru/site.segments/_tree.segment.rsc"; undefined for any other. */
function keyOfFlight(file: string): string | undefined {
  if (!file.endsWith(".rsc")) return undefined;
  const [page = "", segment] = file.split(".segments/");
  if (segment === undefined) return flightKey(`/${page.slice(0, -".rsc".length)}`);
  return flightKey(`/${page}`, `/${segment.slice(0, -segmentEnd.length)}`);
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const entry of glob("**/*.*", { cwd: folder, withFileTypes: true }))
    if (entry.isFile())
      yield path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/");
}

async function preparePage(
  built: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<PreparedFile> {
  const html = withIntegrity(withDataInOneScript(built), (address) => contents.get(address));
  const file = await prepareFile("text/html; charset=utf-8", Buffer.from(html));
  return { ...file, inlineScripts: inlineScriptSources(html) };
}

function prepareAsset(
  address: string,
  content: Uint8Array,
  quality?: number,
): Promise<PreparedFile> {
  const type = types[path.extname(address)] ?? "application/octet-stream";
  return prepareFile(type, content, quality);
}

/** `quality` is that of `encodeAll`. */
export async function prepareFile(
  type: string,
  content: Uint8Array,
  quality?: number,
): Promise<PreparedFile> {
  const digest = createHash("sha256").update(content).digest("base64url").slice(0, digestLength);
  const encoded = await encodeAll(content, quality);
  const bodies = new Map(
    [...encoded].map(([encoding, body]) => {
      const inMemory = { length: body.length, read: () => body };
      return [encoding, inMemory] as const;
    }),
  );
  return { type, digest, bodies, inlineScripts: [] };
}

async function settled<T>(
  entries: Iterable<readonly [string, Promise<T>]>,
): Promise<Map<string, T>> {
  return new Map(
    await Promise.all([...entries].map(async ([key, value]) => [key, await value] as const)),
  );
}
