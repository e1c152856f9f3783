import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { Failure } from "#server/http/failure.ts";
import { storeImage, storeMedia } from "#server/testing/data/stored-files.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

describe("a store that is away", () => {
  it("is reported with 503 and Retry-After, and no cache stores the answer", async () => {
    const address = await storeImage(kampus);
    vi.spyOn(kampus.storage, "read").mockRejectedValue(
      new Failure("unavailable", { retryAfterS: 10 }),
    );
    const answer = await kampus.get(address);
    expect([answer.statusCode, answer.json(), answer.headers]).toMatchObject([
      503,
      { code: "unavailable" },
      { "retry-after": "10", "cache-control": "no-store" },
    ]);
  });

  it("is reported with 503 too when it fails before the first byte", async () => {
    const address = await storeImage(kampus);
    const body = new Readable({
      read() {
        this.destroy(Object.assign(new Error("disk"), { code: "EIO" }));
      },
    });
    vi.spyOn(kampus.storage, "read").mockResolvedValue({ body, bytes: 10 });
    const answer = await kampus.get(address);
    expect([answer.statusCode, answer.headers["cache-control"], answer.headers.etag]).toEqual([
      503,
      "no-store",
      undefined,
    ]);
  });
});

describe("a fault that is not the store's", () => {
  it("is answered 500, and no cache stores the answer", async () => {
    const address = await storeMedia(kampus);
    await kampus.db.schema.alterTable("media").renameTo("elsewhere").execute();
    const answer = await kampus.get(address);
    await kampus.db.schema.alterTable("elsewhere").renameTo("media").execute();
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([500, "no-store"]);
  });
});

describe("a client that goes away", () => {
  it("ends the reading of the file, which is read no faster than the client takes it", async () => {
    const address = await storeImage(kampus);
    const body = new PassThrough();
    const piece = Buffer.alloc(64 * 1024);
    let written = 0;
    const fill = () => {
      while (written < 20_000 && body.write(piece)) written += 1;
    };
    body.on("drain", fill);
    vi.spyOn(kampus.storage, "read").mockResolvedValue({ body, bytes: 20_000 * piece.length });
    const request = get({
      port: await kampus.listen(),
      host: "127.0.0.1",
      path: address,
      headers: { host: "site.kampus.localhost" },
      agent: false,
    });
    fill();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    await once(response, "readable");
    response.destroy();
    await once(body, "close");
    expect(written).toBeLessThan(20_000);
  });
});
