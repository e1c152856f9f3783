import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterEach, expect, it, vi } from "vitest";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { storeImage } from "#server/testing/data/stored-files.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

/** Five files at once for the visitors of a network. */
const kampus = kampusForFile({ RATE_LIMIT_SCALE: "0.02" });
afterEach(() => {
  vi.restoreAllMocks();
});

const piece = Buffer.alloc(256 * 1024);

const endless = () =>
  new Readable({
    read() {
      this.push(piece);
    },
  });

/** The bodies that the store has given, all of them without an end. */
function endlessFiles(): Readable[] {
  const bodies: Readable[] = [];
  vi.spyOn(kampus.storage, "read").mockImplementation(() => {
    const body = endless();
    bodies.push(body);
    return Promise.resolve({ body, bytes: 1_000_000_000 });
  });
  return bodies;
}

async function ask(path: string): Promise<IncomingMessage> {
  const port = await kampus.listen();
  const headers = { host: "site.kampus.localhost" };
  const request = get({ port, host: "127.0.0.1", path, headers, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response.on("error", () => undefined);
}

it("visitors of one network who take nothing hold a few files, and the next is refused with Retry-After until one ends", async () => {
  const address = await storeImage(kampus);
  const bodies = endlessFiles();
  const held: IncomingMessage[] = [];
  for (let count = 0; count < 5; count += 1) held.push(await ask(address));
  expect(held.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));

  const refused = await ask(address);
  expect([refused.statusCode, refused.headers]).toMatchObject([
    429,
    { "retry-after": "5", "cache-control": "no-store" },
  ]);
  expect(refused.headers.etag).toBeUndefined();
  refused.resume();
  expect(bodies).toHaveLength(5);

  const [first] = bodies;
  held[0]?.destroy();
  if (first) await once(first, "close");
  const next = await ask(address);
  expect(next.statusCode).toBe(200);
  for (const response of [...held, next]) response.destroy();
});

it("a reader of signed addresses holds files of their own, which others of the network do not notice", async () => {
  const [one, other] = await signedInMembers(kampus, 2);
  const media = testMedia(kampus);
  const [ofOne, ofOther] = [await media.attachment(one), await media.attachment(other)];
  endlessFiles();
  const held = [await ask(ofOne.url), await ask(ofOther.url)];
  expect(held.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const refused = await ask(ofOne.url);
  expect(refused.statusCode).toBe(429);
  for (const response of [...held, refused]) response.destroy();
});

it("a reader who has gone before the store answers leaves no file open", async () => {
  const address = await storeImage(kampus);
  const given = Promise.withResolvers<{ body: Readable; bytes: number }>();
  const asked = Promise.withResolvers<undefined>();
  vi.spyOn(kampus.storage, "read").mockImplementation(() => {
    asked.resolve(undefined);
    return given.promise;
  });
  const port = await kampus.listen();
  const accepted = once(kampus.app.server, "connection") as Promise<[Socket]>;
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${address} HTTP/1.1\r\nHost: site.kampus.localhost\r\n\r\n`);
  const [connection] = await accepted;
  await asked.promise;
  socket.destroy();
  await once(connection, "close");
  const body = endless();
  given.resolve({ body, bytes: 1_000_000_000 });
  await expect.poll(() => body.destroyed).toBe(true);
});
