import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { openS3 } from "#server/storage/s3.ts";
import { s3Address } from "#server/storage/s3-address.ts";
import { type Storage, StoreUnanswered } from "#server/storage/storage.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

const key = `media/${"a".repeat(32)}/file`;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A store that answers as told, and its requests. */
async function storeThat(answer: RequestListener, options?: Parameters<typeof openS3>[1]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ""} ${request.url ?? ""}`);
    request.resume().on("end", () => {
      answer(request, response);
    });
  });
  const port = await listenOnFreePort(server);
  const opened = openS3(s3Address.parse(`http://key:secret@127.0.0.1:${port}/kampus`), options);
  closing.push(() => {
    opened.storage.close();
    server.closeAllConnections();
    server.close();
  });
  return { ...opened, asked };
}

const put = (storage: Storage) => storage.put(key, { content: Buffer.from("x") }, "text/plain");
const readIt = (storage: Storage) => storage.read(key);
const remove = (storage: Storage) => storage.removeBelow(key.slice(0, -"/file".length));

describe("a store that fails once", () => {
  it("is asked again, and says that the first try may still follow the second", async () => {
    let failures = 0;
    const { storage, asked } = await storeThat((_request, response) => {
      response.writeHead(failures-- > 0 ? 503 : 200).end();
    });
    // The first request of a process takes long, and one that took long is not tried again.
    expect(await put(storage)).toEqual({ repeated: false });
    failures = 1;
    expect(await put(storage)).toEqual({ repeated: true });
    expect(asked).toHaveLength(3);
  });
});

describe("a store that is away", () => {
  it.each([401, 403, 404, 500, 503])(
    "is reported as unavailable when it answers %d",
    async (status) => {
      const { storage } = await storeThat((_request, response) => {
        response.writeHead(status).end();
      });
      for (const call of [put, readIt, remove])
        await expect(call(storage)).rejects.toMatchObject({ code: "unavailable", retryAfterS: 10 });
    },
  );

  it("is given up within five seconds when it does not answer", { timeout: 10_000 }, async () => {
    const { storage } = await storeThat(() => undefined);
    const begunMs = performance.now();
    await Promise.all(
      [put, readIt, remove].map((call) =>
        expect(call(storage)).rejects.toMatchObject({ code: "unavailable" }),
      ),
    );
    expect(performance.now() - begunMs).toBeLessThan(5_000);
  });

  it("is given up when it falls silent in the middle of an answer", async () => {
    const { storage } = await storeThat(
      (_request, response) => {
        response.writeHead(200, { "content-length": "100" }).write("<");
      },
      { silentMs: 100 },
    );
    await expect(remove(storage)).rejects.toMatchObject({ code: "unavailable" });
  });

  it.each([
    ["breaks the connection off", (response: ServerResponse) => response.destroy(), true],
    ["blames itself", (response: ServerResponse) => response.writeHead(503).end(), true],
    ["refuses the file", (response: ServerResponse) => response.writeHead(403).end(), false],
  ])("may store a file later where it %s", async (_title, answer, mayStoreLate) => {
    const { storage } = await storeThat((_request, response) => void answer(response));
    const failure: unknown = await put(storage).catch((error: unknown) => error);
    expect(failure instanceof StoreUnanswered).toBe(mayStoreLate);
  });

  it("does not keep Kampus from starting when it refuses connections", async () => {
    const { storage, check } = openS3(s3Address.parse("http://key:secret@127.0.0.1:1/kampus"));
    expect(await check()).toBe(false);
    await expect(storage.read(key)).rejects.toMatchObject({ code: "unavailable" });
    storage.close();
  });
});

it("a file that cannot be read on its way into the store is refused at once as any that cannot be stored", async () => {
  const { storage } = await storeThat((_request, response) => response.end());
  const folder = { path: import.meta.dirname }; // its size can be told, but it cannot be read
  const begunMs = performance.now();
  const refused = storage.put(key, folder, "text/plain");
  await expect(refused).rejects.toMatchObject({ code: "unavailable" });
  expect(performance.now() - begunMs).toBeLessThan(4_000);
});

describe("readers who take nothing", () => {
  it("hold sockets of their own alone: what is written, removed and checked does not wait for them", async () => {
    const { storage, check, asked } = await storeThat(
      (request, response) => {
        response.writeHead(200);
        if (request.url?.includes(`/${key}`) && request.method === "GET")
          response.write(Buffer.alloc(4_000_000));
        else response.end();
      },
      { readingSockets: 2 },
    );
    const held = [await storage.read(key), await storage.read(key)];
    const waiting = storage.read(key);
    await put(storage);
    await remove(storage);
    expect(await check()).toBe(true);
    expect(asked.filter((line) => line.startsWith(`GET /kampus/${key}`))).toHaveLength(2);
    for (const file of held) file?.body.destroy();
    (await waiting)?.body.destroy();
  });
});

describe("at the start", () => {
  it.each([
    [404, "S3_URL: there is no bucket kampus"],
    [403, "S3_URL: its key may not use the bucket kampus"],
  ])("a store that answers %d stops Kampus with the line: %s", async (status, line) => {
    const { check } = await storeThat((_request, response) => {
      response.writeHead(status).end();
    });
    await expect(check()).rejects.toMatchObject({ lines: [line] });
  });
});

describe("S3_URL", () => {
  const credentials = { accessKeyId: "KEY", secretAccessKey: "a/b+c" };
  it.each([
    [
      "https://KEY:a%2Fb%2Bc@s3.example.uz:9000/kampus?region=eu-1",
      { endpoint: "https://s3.example.uz:9000", region: "eu-1", bucket: "kampus", ...credentials },
    ],
    [
      "http://KEY:a%2Fb+c@127.0.0.1:9000/kampus/",
      {
        endpoint: "http://127.0.0.1:9000",
        region: "us-east-1",
        bucket: "kampus",
        ...credentials,
      },
    ],
    [
      "s3://KEY:a%2Fb+c@kampus.media?region=eu-central-1",
      { endpoint: undefined, region: "eu-central-1", bucket: "kampus.media", ...credentials },
    ],
  ])("%s is understood", (url, address) => {
    expect(s3Address.parse(url)).toEqual(address);
  });

  it.each([
    "kampus",
    "ftp://KEY:SECRET@host/kampus",
    "https://host/kampus",
    "https://KEY@host/kampus",
    "https://KEY:SECRET@host",
    "https://KEY:SECRET@host/kampus/deeper",
    "https://KEY:SECRET@host/kampus?regoin=x",
    "https://KEY:%zz@host/kampus",
    "s3://KEY:SECRET@kampus/deeper",
  ])("%s stops the start", (url) => {
    expect(s3Address.safeParse(url).success).toBe(false);
  });
});
