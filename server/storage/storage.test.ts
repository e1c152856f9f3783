import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFolder } from "#server/storage/folder.ts";
import { openS3 } from "#server/storage/s3.ts";
import { s3Address } from "#server/storage/s3-address.ts";
import type { OpenStorage } from "#server/storage/storage.ts";
import { startTestS3 } from "#server/testing/doubles/test-s3.ts";

const folder = mkdtempSync(path.join(tmpdir(), "kampus-storage-"));
const hex = (digit: string) => digit.repeat(32);

const stores = {
  "a folder": () => Promise.resolve({ storage: openFolder(path.join(folder, "media")) }),
  "an S3-compatible store": async () => {
    const server = await startTestS3();
    const { storage } = openS3(s3Address.parse(server.url));
    return { storage, stop: () => server.close() };
  },
};

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each(Object.entries(stores))("%s", (_name, open) => {
  let storage: OpenStorage;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ storage, stop } = await open().then((opened) => ({ stop: undefined, ...opened })));
  });
  afterAll(async () => {
    storage.close();
    await stop?.();
  });

  const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
  const read = async (key: string, range?: { start: number; end: number }) => {
    const found = await storage.read(key, range);
    return found && { bytes: found.bytes, content: await buffer(found.body) };
  };

  it("returns the stored content, completely and in part", async () => {
    const key = `media/${hex("a")}/file`;
    await storage.put(key, { content }, "video/mp4");
    expect(await read(key)).toEqual({ bytes: 300_000, content });
    expect(await read(key, { start: 1, end: 1 })).toEqual({
      bytes: 300_000,
      content: content.subarray(1, 2),
    });
    expect(await read(key, { start: 299_990, end: 299_999 })).toEqual({
      bytes: 300_000,
      content: content.subarray(299_990),
    });
  });

  it("accepts a file of this machine, which may then be deleted", async () => {
    const spooled = path.join(folder, "spooled");
    writeFileSync(spooled, content);
    await storage.put(`images/${hex("b")}/full.webp`, { path: spooled }, "image/webp");
    rmSync(spooled);
    expect(await read(`images/${hex("b")}/full.webp`)).toEqual({ bytes: 300_000, content });
  });

  it("replaces a file that is stored again", async () => {
    const key = `media/${hex("c")}/thumb.webp`;
    for (const text of ["longer", "new"])
      await storage.put(key, { content: Buffer.from(text) }, "image/webp");
    expect((await read(key))?.content.toString()).toBe("new");
  });

  it("reports a file that was never stored as missing", async () => {
    expect(await storage.read(`media/${hex("d")}/file`)).toBeNull();
    expect(await storage.read(`media/${hex("d")}/file`, { start: 0, end: 0 })).toBeNull();
  });

  it("removes all below a key and nothing beside it", async () => {
    const [gone, kept] = [`images/${hex("e")}`, `images/${hex("f")}`];
    for (const file of ["full.webp", "grid.webp", "avatar-48.webp"])
      for (const key of [gone, kept])
        await storage.put(`${key}/${file}`, { content: Buffer.from(file) }, "image/webp");
    await storage.removeBelow(gone);
    await storage.removeBelow(gone);
    expect(await storage.read(`${gone}/full.webp`)).toBeNull();
    expect(await storage.read(`${gone}/avatar-48.webp`)).toBeNull();
    expect((await read(`${kept}/grid.webp`))?.content.toString()).toBe("grid.webp");
  });

  it.each([
    "../../etc/passwd",
    `media/${hex("a")}/../${hex("a")}/file`,
    `media/${hex("a")}/..`,
    `media/${hex("a")}/file\0`,
    `media/${hex("a")}/file~0123`,
    `media/${hex("a")}`,
    `media/${hex("a").toUpperCase()}/file`,
    `other/${hex("a")}/file`,
    "/media/x/file",
    "",
  ])("has no file %j and takes none", async (key) => {
    expect(await storage.read(key)).toBeNull();
    await expect(storage.put(key, { content }, "text/plain")).rejects.toThrow("not the key");
  });

  it.each(["", "media", "media/", "..", `media/${hex("a")}/..`, `media/${hex("a")}/file`])(
    "never removes what lies below %j",
    async (prefix) => {
      await expect(storage.removeBelow(prefix)).rejects.toThrow("not the key");
    },
  );

  it("leaves nothing of a file that could not be read", async () => {
    const key = `media/${hex("9")}/file`;
    const missing = storage.put(key, { path: path.join(folder, "missing") }, "video/mp4");
    await expect(missing).rejects.toMatchObject({ code: "unavailable" });
    expect(await storage.read(key)).toBeNull();
    const left = path.join(folder, "media", path.dirname(key));
    expect(existsSync(left) ? readdirSync(left) : []).toEqual([]);
  });
});

describe("a folder", () => {
  it("that an older version of Kampus has made is used as the store, with what is in it", async () => {
    const root = path.join(folder, "older");
    const key = `media/${hex("a")}/file`;
    mkdirSync(path.dirname(path.join(root, key)), { recursive: true });
    writeFileSync(path.join(root, key), "x");
    const storage = openFolder(root);
    const found = await storage.read(key);
    expect(found && (await buffer(found.body)).toString()).toBe("x");
    await storage.removeBelow(path.dirname(key));
    expect(await storage.read(key)).toBeNull();
  });

  it("that is not the store is reported as an unreachable store, and stays unchanged", async () => {
    const root = path.join(folder, "emptied");
    const storage = openFolder(root);
    rmSync(root, { recursive: true });
    mkdirSync(root);
    const key = `media/${hex("a")}/file`;
    for (const ask of [
      () => storage.read(key),
      () => storage.put(key, { content: Buffer.from("x") }, "text/plain"),
      () => storage.removeBelow(path.dirname(key)),
    ])
      await expect(ask()).rejects.toMatchObject({ code: "unavailable", retryAfterS: 10 });
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("a folder that is full or read-only", () => {
  it("is reported as an unreachable store, to be retried", async () => {
    const root = path.join(folder, "blocked");
    const storage = openFolder(root);
    rmSync(root, { recursive: true });
    writeFileSync(root, "a file where the folder was");
    const key = `media/${hex("a")}/file`;
    await expect(
      storage.put(key, { content: Buffer.from("x") }, "text/plain"),
    ).rejects.toMatchObject({ code: "unavailable", retryAfterS: 10 });
    await expect(storage.read(key)).rejects.toMatchObject({ code: "unavailable" });
  });
});
