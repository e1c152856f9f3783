import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { allowLongSending } from "#server/http/body-timeout.ts";
import { jsonBodyPlugin } from "#server/plugins/json-body.ts";
import { errorsPlugin } from "#server/plugins/errors.ts";
import { multipartOf } from "#server/testing/data/test-images.ts";
import { uploadForms } from "#server/uploads/upload-forms.ts";
import { openUploads } from "#server/uploads/uploads.ts";

vi.mock(import("#server/http/body-timeout.ts"), { spy: true }); // A slow sender takes half a minute.

const bytesMax = 100_000;
const varDir = mkdtempSync(path.join(tmpdir(), "kampus-uploads-"));
const folder = path.join(varDir, "uploads");
const app = Fastify();
let url: string;
beforeAll(async () => {
  const uploads = await openUploads(varDir);
  await app.register(errorsPlugin);
  await app.register(jsonBodyPlugin);
  await app.register(async (forms) => {
    await forms.register(uploadForms);
    forms.post<{ Querystring: { fail?: string } }>("/", (request) =>
      uploads.receive(
        request,
        { field: "file", bytesMax, extras: { thumb: 1_000 } },
        async ({ path: file, bytes, name, extras }) => {
          if (request.query.fail) throw new Error("not stored");
          return Promise.resolve({
            bytes,
            name,
            content: readFileSync(file).toString("latin1"),
            thumb: extras.get("thumb")?.bytes,
            onDisk: readdirSync(folder).length,
          });
        },
      ),
    );
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await app.close();
  rmSync(varDir, { recursive: true });
});
/** The ways in which an upload can end. */
afterEach(() => {
  expect(readdirSync(folder)).toEqual([]);
});

async function send(body: FormData | string | Uint8Array<ArrayBuffer>, query = "") {
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const own = body instanceof FormData ? {} : { headers };
  const answer = await fetch(`${url}${query}`, { method: "POST", body, ...own });
  return { status: answer.status, ...((await answer.json()) as object) };
}
const bytes = (count: number) => Buffer.alloc(count, "a");

describe("the file of a form", () => {
  it("arrives completely, with its name and without folders", async () => {
    const content = randomBytes(bytesMax);
    const given = multipartOf(["file", content, "../лето\\фото ў.jpg"]);
    expect(await send(given)).toEqual({
      status: 200,
      bytes: bytesMax,
      name: "фото ў.jpg",
      content: content.toString("latin1"),
      onDisk: 1,
    });
  });

  it("keeps the quotes of its name, which browsers escape, and every other percent sign", async () => {
    for (const name of ['лето "у моря".jpg', "скидка 50%25 %41 %2e%2f.txt", "100%.txt"])
      expect(await send(multipartOf(["file", bytes(9), name]))).toMatchObject({ name });
    const broken = await send(multipartOf(["file", bytes(9), "a\r\nb.txt"]));
    expect(broken).toMatchObject({ name: "a\r\nb.txt" });
  });

  it("has no more of its name read than 8 KB, which no folder would hold", async () => {
    const { name } = (await send(multipartOf(["file", bytes(9), "a".repeat(70_000)]))) as {
      name?: string;
    };
    expect(name).toMatch(/^a{1,8192}$/);
  });

  it("may have a small file beside it, before or after", async () => {
    const file = ["file", bytes(9), "a"] as [string, Buffer, string];
    const thumb = ["thumb", bytes(1_000), "t"] as [string, Buffer, string];
    for (const form of [multipartOf(file, thumb), multipartOf(thumb, file, ["text", "x"])])
      expect(await send(form)).toMatchObject({ status: 200, bytes: 9, thumb: 1_000, onDisk: 2 });
  });

  it("is deleted when the request that took it fails", async () => {
    expect(await send(multipartOf(["file", bytes(9), "a"]), "?fail=1")).toMatchObject({
      status: 500,
    });
  });
});

describe("a form is refused", () => {
  it.each([
    ["with too large a file", () => multipartOf(["file", bytes(bytesMax + 1), "a"])],
    ["that is far too large", () => multipartOf(["file", bytes(20 * bytesMax), "a"])],
    [
      "with too large a file beside",
      () => multipartOf(["thumb", bytes(1_001), "t"], ["file", bytes(9), "a"]),
    ],
  ])("%s", async (_title, form) => {
    expect(await send(form())).toMatchObject({ status: 413, code: "too_large" });
  });

  it("that does not declare its size, and is too large", async () => {
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(head));
        for (let part = 0; part < 50; part += 1) controller.enqueue(bytes(bytesMax / 10));
        controller.enqueue(Buffer.from("\r\n--x--"));
        controller.close();
      },
    });
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    // Node's own; the types of browsers lack it.
    const options = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    expect((await fetch(url, options)).status).toBe(413);
  });

  it("without the file", async () => {
    for (const form of [
      multipartOf(),
      multipartOf(["image", bytes(9), "a"]),
      multipartOf(["file", "text"]),
      "",
    ])
      expect(await send(form)).toMatchObject({
        status: 422,
        errors: { file: [expect.any(String)] },
      });
  });

  it("with two files of one name", async () => {
    const file = ["file", bytes(9), "a"] as [string, Buffer, string];
    expect(await send(multipartOf(file, file))).toMatchObject({ status: 422 });
  });

  it("with 5,000 parts, before all of them are read", async () => {
    const file = ["file", bytes(1), "a"] as [string, Buffer, string];
    const part = (index: number) => ["f", String(index)] as [string, string];
    const parts = Array.from({ length: 5_000 }, (_, index) => part(index));
    for (const form of [multipartOf(...parts), multipartOf(file, ...parts)])
      expect([400, 413]).toContain((await send(form)).status);
  });

  it("that cannot be read", async () => {
    const part = (head: string, end = "\r\n--x--") =>
      `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\nabc${end}`;
    for (const body of [
      "garbage",
      "--x\r\n",
      part('name="file"; filename="a"', ""),
      part('name="file"; filename="a"', "\r\n"),
      part('name="__proto__"; filename="a"'),
      part('name="a"\r\nContent-Type: application/json'),
    ])
      expect([body, await send(body)]).toMatchObject([body, { status: 400, code: "malformed" }]);
  });
});

describe("a server that starts", () => {
  it("removes the uploads that killed servers have left, but none that another is receiving", async () => {
    const [old, young] = [path.join(folder, "old"), path.join(folder, "young")];
    for (const file of [old, young]) writeFileSync(file, "x");
    const dayAgo = Date.now() / 1_000 - 24 * 60 * 60 - 1;
    utimesSync(old, dayAgo, dayAgo);
    await openUploads(varDir);
    expect(readdirSync(folder)).toEqual(["young"]);
    rmSync(young);
  });

  it("removes at once the uploads of a killed server of the same machine", async () => {
    const killed = spawn(process.execPath, ["-e", ""]);
    await once(killed, "exit");
    const [dead, elsewhere, running] = [
      `${hostname()}-${killed.pid}-abc`,
      `other-machine-${killed.pid}-abc`,
      `${hostname()}-${process.ppid}-abc`,
    ];
    for (const name of [dead, elsewhere, running]) writeFileSync(path.join(folder, name), "x");
    await openUploads(varDir);
    expect(readdirSync(folder).sort()).toEqual([elsewhere, running].sort());
    for (const name of [elsewhere, running]) rmSync(path.join(folder, name));
  });

  it("removes such uploads every hour too, until it is closed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const opened = await openUploads(varDir);
    const old = path.join(folder, "old");
    writeFileSync(old, "x");
    const dayAgo = Date.now() / 1_000 - 24 * 60 * 60 - 1;
    utimesSync(old, dayAgo, dayAgo);
    vi.advanceTimersByTime(60 * 60 * 1000);
    await vi.waitUntil(() => readdirSync(folder).length === 0);
    opened.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

describe("a sender", () => {
  it("may take long to send a file that no form expects, too", async () => {
    const goesOn = vi.fn();
    const end = vi.fn();
    vi.mocked(allowLongSending).mockReturnValueOnce({ goesOn, end });
    expect(await send(multipartOf(["other", bytes(9), "a"]))).toMatchObject({ status: 422 });
    expect(goesOn).toHaveBeenCalled();
    expect(end).toHaveBeenCalled();
  });
});

describe("a disk that refuses writes", () => {
  it("is answered 503 with Retry-After", async () => {
    rmSync(folder, { recursive: true });
    const answer = await fetch(url, { method: "POST", body: multipartOf(["file", bytes(9), "a"]) });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
    await openUploads(varDir);
    expect(await send(multipartOf(["file", bytes(9), "a"]))).toMatchObject({ status: 200 });
  });
});
