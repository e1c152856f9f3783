import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { encodeAll, type Encoding } from "#server/pages/encodings.ts";
import {
  inlineScriptSources,
  withDataInOneScript,
  withIntegrity,
} from "#server/pages/page-scripts.ts";

/** An answer of which nothing is left to do but to send it. */
export interface PreparedFile {
  type: string;
  /** The ETag of the content before it is compressed. */
  digest: string;
  bodies: Map<Encoding, Uint8Array>;
  /** Sources for the page's Content-Security-Policy; none for files that are no page. */
  inlineScripts: string[];
}

export interface PreparedFiles {
  /** The build that the answers were made of. */
  buildId: string;
  /** By the path of the page's folder below app/, e.g. "/ru/site/login". */
  pages: Map<string, PreparedFile>;
  /** By address, e.g. "/_next/static/chunks/x.js". */
  assets: Map<string, PreparedFile>;
}

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
/** 132 bits of randomness. */
const digestLength = 22;

export const buildIdOf = (nextFolder: string) =>
  readFile(path.join(nextFolder, "BUILD_ID"), "utf8");

/** Reads and compresses what a build of the pages wrote: seconds of work, so once per build. */
export async function preparePages(nextFolder: string): Promise<PreparedFiles> {
  const contents = new Map<string, Uint8Array>();
  for await (const file of filesBelow(path.join(nextFolder, "static")))
    contents.set(`/_next/static/${file}`, await readFile(path.join(nextFolder, "static", file)));

  const pages = new Map<string, Promise<PreparedFile>>();
  const pageFolder = path.join(nextFolder, "server/app");
  for await (const file of filesBelow(pageFolder)) {
    // Pages without a locale belong to Next itself.
    if (!file.includes("/") || !file.endsWith(".html")) continue;
    const html = await readFile(path.join(pageFolder, file), "utf8");
    pages.set(`/${file.slice(0, -".html".length)}`, preparePage(html, contents));
  }

  const assets = [...contents].map(
    ([address, content]) => [address, prepareAsset(address, content)] as const,
  );
  return {
    buildId: await buildIdOf(nextFolder),
    pages: await settled(pages),
    assets: await settled(assets),
  };
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

function prepareAsset(address: string, content: Uint8Array): Promise<PreparedFile> {
  const type = types[path.extname(address)] ?? "application/octet-stream";
  return prepareFile(type, content);
}

async function prepareFile(type: string, content: Uint8Array): Promise<PreparedFile> {
  const digest = createHash("sha256").update(content).digest("base64url").slice(0, digestLength);
  return { type, digest, bodies: await encodeAll(content), inlineScripts: [] };
}

async function settled<T>(
  entries: Iterable<readonly [string, Promise<T>]>,
): Promise<Map<string, T>> {
  return new Map(
    await Promise.all([...entries].map(async ([key, value]) => [key, await value] as const)),
  );
}
