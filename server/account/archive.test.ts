import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { archiveOf } from "#server/account/archive.ts";
import type { ExportFile } from "#server/infra/export-file.ts";
import { readZip } from "#server/testing/data/read-zip.ts";

const allowed = () => Promise.resolve();

/** Endless files with content that does not compress; counts the requested chunks. */
function endless() {
  const read = { pieces: 0, closed: 0 };
  async function* content() {
    try {
      for (;;) {
        read.pieces += 1;
        yield await Promise.resolve(
          Array.from({ length: 6_000 }, () => Math.random().toString(36).slice(2)).join(""),
        );
      }
    } finally {
      read.closed += 1;
    }
  }
  async function* files(): AsyncGenerator<ExportFile> {
    try {
      for (;;) yield await Promise.resolve({ name: "endless.json", content: content() });
    } finally {
      read.closed += 1;
    }
  }
  return { read, files: files() };
}

describe("an archive", () => {
  it("contains its files in their order, empty ones and long ones", async () => {
    async function* content(pieces: string[]) {
      for (const piece of pieces) yield await Promise.resolve(piece);
    }
    async function* files(): AsyncGenerator<ExportFile> {
      for (const [name, ...pieces] of [
        ["b.json", "[", "]"],
        ["chats/7.json", ...Array<string>(200).fill("ё".repeat(1_000))],
        ["empty.json"],
        ["a.json", "Oʻ"],
      ])
        yield await Promise.resolve({ name: name ?? "", content: content(pieces) });
    }
    const zip = readZip(await buffer(archiveOf(files(), allowed)));
    expect([...zip]).toEqual([
      ["b.json", "[]"],
      ["chats/7.json", "ё".repeat(200_000)],
      ["empty.json", ""],
      ["a.json", "Oʻ"],
    ]);
  });

  it("reads its files no faster than the member downloads it", async () => {
    const { read, files } = endless();
    const archive = archiveOf(files, allowed);
    await once(archive, "readable");
    const pieces = read.pieces;
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    expect(read.pieces).toBeLessThan(pieces + 20);
    archive.destroy();
  });

  it("stops reading its files when the member stops downloading it", async () => {
    const { read, files } = endless();
    const archive = archiveOf(files, allowed);
    await once(archive, "readable");
    archive.destroy();
    await expect.poll(() => read.closed).toBe(2);
    const { pieces } = read;
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(read.pieces).toBe(pieces);
  });

  it("stops reading its files when the connection is cut", async () => {
    const { read, files } = endless();
    const app = Fastify();
    app.get("/", (_request, reply) => reply.send(archiveOf(files, allowed)));
    const [response] = (await once(get(await app.listen()), "response")) as [IncomingMessage];
    await once(response, "data");
    response.destroy();
    await expect.poll(() => read.closed).toBe(2);
    await app.close();
  });

  it("names the files that cannot be read, and contains the others", async () => {
    async function* files(): AsyncGenerator<ExportFile> {
      yield await Promise.resolve({ name: "media/1-a.mp4", content: null });
      yield await Promise.resolve({ name: "b.json", content: Readable.from(["[]"]) });
      yield await Promise.resolve({ name: "images/2.webp", content: null });
    }
    const zip = readZip(await buffer(archiveOf(files(), allowed)));
    expect([...zip.keys()]).toEqual(["b.json", "missing-files.json"]);
    expect(JSON.parse(zip.get("missing-files.json") ?? "")).toEqual([
      "media/1-a.mp4",
      "images/2.webp",
    ]);
  });

  it("is cut off when a file fails halfway, so that it does not look complete", async () => {
    async function* broken(): AsyncGenerator<string> {
      yield await Promise.resolve("[");
      throw new Error("database away");
    }
    async function* files(): AsyncGenerator<ExportFile> {
      yield await Promise.resolve({ name: "a.json", content: broken() });
    }
    await expect(buffer(archiveOf(files(), allowed))).rejects.toThrow("database away");
  });
});
