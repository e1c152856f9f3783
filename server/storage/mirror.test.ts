import { createServer, type RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { mirrorFiles, restoreFiles } from "#server/storage/mirror.ts";
import { openS3 } from "#server/storage/s3.ts";
import { s3Address } from "#server/storage/s3-address.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";
import { startTestS3 } from "#server/testing/doubles/test-s3.ts";

type TestS3 = Awaited<ReturnType<typeof startTestS3>>;

const dayMs = 24 * 60 * 60 * 1000;
const keepGoneDays = 30;
let stores: TestS3[];
const addresses = () => stores.map(({ url }) => s3Address.parse(url)) as [Address, Address];
type Address = ReturnType<typeof s3Address.parse>;
const bucket = (at: 0 | 1) => openS3(addresses()[at]).storage;

beforeAll(async () => {
  stores = await Promise.all([startTestS3(), startTestS3()]);
});
afterAll(() => Promise.all(stores.map((store) => store.close())));
beforeEach(async () => {
  for (const at of [0, 1] as const)
    for (const folder of folders) await bucket(at).removeBelow(folderOf(folder));
});

const folders = ["a", "b", "c"];
const folderOf = (name: string) => `media/${name.repeat(32)}`;
const keyOf = (name: string) => `${folderOf(name)}/file`;
const put = (folder: string, content: string) =>
  bucket(0).put(keyOf(folder), { content: Buffer.from(content) }, "text/plain");
const read = async (at: 0 | 1, folder: string) => {
  const found = await bucket(at).read(keyOf(folder));
  return found && (await buffer(found.body)).toString();
};
const mirror = (nowMs?: number) =>
  mirrorFiles(...addresses(), { keepGoneDays, ...(nowMs !== undefined && { nowMs }) });

/** A store that answers so, until the test is over. */
async function serve(answer: RequestListener): Promise<Address> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = await listenOnFreePort(server);
  return s3Address.parse(`http://key:secret@127.0.0.1:${port}/kampus`);
}

it("copies each file once", async () => {
  for (const folder of folders) await put(folder, `of ${folder}`);
  expect(await mirror()).toEqual({ copied: 3, bytes: 12, gone: 0, deleted: 0 });
  expect(await mirror()).toEqual({ copied: 0, bytes: 0, gone: 0, deleted: 0 });
  expect(await read(1, "b")).toBe("of b");
});

it("restores all files that are claimed when the store is lost", async () => {
  for (const folder of folders) await put(folder, `of ${folder}`);
  await mirror();
  for (const folder of folders) await bucket(0).removeBelow(folderOf(folder));
  await put("b", "newer");
  const claims = {
    find: (keys: string[]) => Promise.resolve(new Set(keys)),
    release: () => Promise.resolve(),
  };
  expect(await restoreFiles(...addresses(), claims)).toEqual({
    copied: 3,
    bytes: 12,
    unclaimed: 0,
  });
  expect(await Promise.all(folders.map((folder) => read(0, folder)))).toEqual([
    "of a",
    "of b",
    "of c",
  ]);
});

it.each([0, 1])("fails when bucket %d takes requests and never answers", async (silent) => {
  await put("a", "in a store that answers");
  const address = await serve(() => undefined);
  const [store, copy] = addresses().map((answering, at) => (at === silent ? address : answering));
  if (!store || !copy) throw new Error("there are two");
  const mirrored = mirrorFiles(store, copy, { keepGoneDays, silentMsMax: 50 });
  await expect(mirrored).rejects.toThrow(/timed out/);
});

it("copies the other files when a member deletes one between its listing and its copy", async () => {
  const listed = ["a", "b"].map(
    (name) => `<Contents><Key>${keyOf(name)}</Key><Size>4</Size></Contents>`,
  );
  const answerOf = (url: string): [number, string] => {
    if (url.includes("list-type=2"))
      return [200, `<ListBucketResult>${listed.join("")}</ListBucketResult>`];
    if (url.includes(keyOf("b"))) return [200, "of b"];
    return [404, "<Error><Code>NoSuchKey</Code></Error>"];
  };
  const address = await serve((request, response) => {
    const [status, body] = answerOf(request.url ?? "");
    response.writeHead(status, { "content-type": "application/xml" }).end(body);
  });
  const [, copy] = addresses();
  expect(await mirrorFiles(address, copy, { keepGoneDays })).toMatchObject({ copied: 1, bytes: 4 });
  expect(await read(1, "b")).toBe("of b");
});

it("keeps files that members delete for thirty days, and no longer", async () => {
  await put("a", "deleted");
  await put("b", "kept");
  await mirror();
  await bucket(0).removeBelow(folderOf("a"));
  const deletedMs = Date.now();
  expect(await mirror(deletedMs)).toMatchObject({ gone: 1, deleted: 0 });
  expect(await mirror(deletedMs + 29 * dayMs)).toMatchObject({ gone: 1, deleted: 0 });
  expect(await read(1, "a")).toBe("deleted");
  expect(await mirror(deletedMs + 30 * dayMs)).toMatchObject({ gone: 0, deleted: 1 });
  expect([await read(1, "a"), await read(1, "b")]).toEqual([null, "kept"]);
});
