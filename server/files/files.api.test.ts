import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newStorageKey } from "#server/storage/unclaimed-files.ts";
import { httpRequest } from "#server/testing/http-request.ts";
import { storedContent, storeImage, storeMedia } from "#server/testing/data/stored-files.ts";
import { kampusForFile, startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

describe("a file", () => {
  it("is open to everybody who knows its address, may be cached for ever, and can never run as a page", async () => {
    const answer = await kampus.get(await storeImage(kampus), { host: "chat.kampus.localhost" });
    expect([answer.statusCode, answer.rawPayload, answer.headers]).toMatchObject([
      200,
      storedContent,
      {
        "content-type": "image/webp",
        "content-length": "10",
        "content-disposition": "inline; filename=avatar-48.webp",
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy":
          "default-src 'none'; sandbox; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        "cross-origin-resource-policy": "same-site",
        "x-content-type-options": "nosniff",
      },
    ]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  it("is served on every host of Kampus", async () => {
    const address = await storeImage(kampus);
    for (const role of ["", "site.", "profile.", "chat.", "api.", "messenger.", "mail."]) {
      const answer = await httpRequest(kampus, address, { host: `${role}kampus.localhost` });
      expect([role, answer.status, answer.body]).toEqual([role, 200, "0123456789"]);
    }
    expect((await httpRequest(kampus, address, { host: "evil.example" })).status).toBe(421);
  });

  it.each([
    ["photo.webp", "image/webp", "inline"],
    ["a.gif", "image/gif", "inline"],
    ["a.mp4", "video/mp4", "inline"],
    ["a.mp3", "audio/mpeg", "inline"],
    ["a.mov", "video/quicktime", "attachment"],
    ["a.pdf", "application/pdf", "attachment"],
    ["a.txt", "text/plain; charset=utf-8", "attachment"],
    ["a.svg", "image/svg+xml", "attachment"],
    ["a.html", "text/html", "attachment"],
  ])(
    "named %s of type %s is sent as %s, and always to be saved when the address asks for that",
    async (name, mime, type) => {
      const address = await storeMedia(kampus, { name, mime });
      const [shown, saved] = [await kampus.get(address), await kampus.get(`${address}?download`)];
      expect(shown.headers).toMatchObject({
        "content-type": mime,
        "content-disposition": `${type}; filename=${name}`,
      });
      expect(saved.headers["content-disposition"]).toBe(`attachment; filename=${name}`);
    },
  );

  it("is saved under its own name, whatever its content", async () => {
    const name = 'лето "2026"; a\r\nset-cookie: x=1 🙂.pdf';
    const answer = await kampus.get(await storeMedia(kampus, { name, mime: "application/pdf" }));
    const [, encoded = ""] =
      /filename\*=UTF-8''(\S+)/.exec(String(answer.headers["content-disposition"])) ?? [];
    expect(decodeURIComponent(encoded)).toBe(name);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  it("is described without being sent", async () => {
    const address = await storeMedia(kampus);
    const answer = await httpRequest(kampus, address, { method: "HEAD" });
    expect([answer.status, answer.headers, answer.body]).toMatchObject([
      200,
      { "content-length": "10", "content-type": "video/mp4", "accept-ranges": "bytes" },
      "",
    ]);
  });

  it.each(["download=1&download=2", "download", "download=&x=1"])(
    "is sent to be saved when the address asks for that by %j",
    async (query) => {
      const answer = await kampus.get(`${await storeMedia(kampus)}?${query}`);
      expect([answer.statusCode, answer.headers["content-disposition"]]).toMatchObject([
        200,
        expect.stringMatching(/^attachment;/),
      ]);
    },
  );

  it("is not sent again to a browser that has it", async () => {
    const address = await storeMedia(kampus);
    const { etag } = (await kampus.get(address)).headers;
    for (const known of [String(etag), `"other", W/${String(etag)}`, "*"]) {
      const answer = await kampus.get(address, { headers: { "if-none-match": known } });
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, "", etag]);
    }
    const other = await kampus.get(address, { headers: { "if-none-match": '"other"' } });
    expect(other.statusCode).toBe(200);
  });
});

describe("a part of a file", () => {
  it.each([
    ["bytes=2-4", 206, "234", "bytes 2-4/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=5-2", 416, "", "bytes */10"],
    ["bytes=0-1,4-5", 200, "0123456789", undefined],
    ["pages=1", 200, "0123456789", undefined],
  ])("asked for by %j is answered %d with %j", async (range, status, body, contentRange) => {
    const answer = await kampus.get(await storeMedia(kampus), { headers: { range } });
    expect([answer.statusCode, answer.body, answer.headers["content-range"]]).toEqual([
      status,
      body,
      contentRange,
    ]);
    expect(answer.headers["content-length"]).toBe(String(body.length));
  });

  it.each(["bytes=2-4", "bytes=10-"])(
    "is not asked for by HEAD, which tells of the whole file: %j",
    async (range) => {
      const address = await storeMedia(kampus);
      const answer = await httpRequest(kampus, address, { method: "HEAD", headers: { range } });
      expect([answer.status, answer.headers["content-length"]]).toEqual([200, "10"]);
      expect(answer.headers["content-range"]).toBeUndefined();
    },
  );

  it("is sent only while the file is the one that the browser has begun; else all of it is sent", async () => {
    const address = await storeMedia(kampus);
    const etag = String((await kampus.get(address)).headers.etag);
    const ask = (ifRange: string) =>
      kampus.get(address, { headers: { range: "bytes=5-", "if-range": ifRange } });
    expect([(await ask(etag)).statusCode, (await ask('"other"')).statusCode]).toEqual([206, 200]);
    expect((await ask("Wed, 21 Oct 2026 07:28:00 GMT")).statusCode).toBe(200);
  });
});

describe("what is not a file", () => {
  const hex = "a".repeat(32);
  it.each([
    `/files/images/${hex}/full.webp`,
    `/files/media/${hex}/file`,
    `/files/media/${hex}/thumb.webp`,
    `/files/images/${hex}`,
    "/files/",
    "/files/images/..%2f..%2f..%2fetc%2fpasswd",
    `/files/media/${hex}/..%2ffile`,
    `/files/media/${hex}/%00`,
    `/files/media/${hex}/file~0123456789ab`,
    `/files/media/${hex}//file`,
    "/files/__proto__/x/y",
  ])("under %s is not found, and no cache stores the answer", async (address) => {
    const answer = await kampus.get(address);
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([404, "no-store"]);
    expect(answer.json()).toMatchObject({ code: "not_found" });
  });

  it("under an address that cannot be decoded is refused, and no cache stores the answer", async () => {
    const answer = await kampus.get("/files/%");
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([400, "no-store"]);
  });

  it("includes files that no row of the database claims any more, although the store still has them", async () => {
    const address = await storeMedia(kampus);
    await kampus.db.deleteFrom("media").execute();
    expect((await kampus.get(address)).statusCode).toBe(404);
  });
});

describe("with MEDIA_URL", () => {
  let apart: TestKampus;
  beforeAll(async () => {
    apart = await startTestKampus({ MEDIA_URL: "http://media.example" });
  });
  afterAll(() => apart.close());

  it("files are served on that host alone, to be shown by pages of other sites", async () => {
    const key = `${newStorageKey("images")}/full.webp`;
    await apart.storage.put(key, { content: storedContent }, "image/webp");
    const there = await httpRequest(apart, `/files/${key}`, { host: "media.example" });
    expect([there.status, there.body, there.headers["cross-origin-resource-policy"]]).toEqual([
      200,
      "0123456789",
      "cross-origin",
    ]);
    const here = await httpRequest(apart, `/files/${key}`, { host: "site.kampus.localhost" });
    expect([here.status, JSON.parse(here.body)]).toMatchObject([404, { code: "not_found" }]);
    for (const path of ["/", "/api/languages", "/ru/login", "/config.js"])
      expect((await httpRequest(apart, path, { host: "media.example" })).status).toBe(421);
  });
});
