import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeAll } from "#server/http/encodings.ts";
import { flightKey, type PreparedFile, prepareFile } from "#server/pages/prepare.ts";
import { servePages } from "#server/pages/serve-pages.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

const page = `<!DOCTYPE html>${"<p>Вход</p>".repeat(50)}`;
let server: Server;
let port: number;
const logged: unknown[] = [];

async function prepared(type: string, content: string): Promise<PreparedFile> {
  const file = await prepareFile(type, Buffer.from(content));
  return { ...file, inlineScripts: ["'sha256-abc='"] };
}

beforeAll(async () => {
  const html = "text/html; charset=utf-8";
  const lost = (length: number) => ({
    length,
    read: () => {
      throw new Error("the file is cut short");
    },
  });
  const whole = await prepared(html, page);
  const unreadable = {
    ...whole,
    bodies: new Map([...whole.bodies].map(([key, { length }]) => [key, lost(length)])),
  };
  const serve = servePages(
    {
      log: { error: (given: { err: unknown }) => logged.push(given.err) },
      deployment: { rootDomain: "kampus.localhost", scheme: "https", port: "" },
      mediaUrl: undefined,
      mode: "production",
    },
    {
      buildId: "1",
      pages: new Map([
        ["/ru/site/login", await prepared(html, page)],
        ["/ru/site", await prepared(html, "for visitors")],
        ["/ru/site/for-members", await prepared(html, "for members")],
        ["/ru/missing", await prepared(html, "<p>404</p>")],
        ["/ru/site/signup", unreadable],
        ["/ru/site/i/_", unreadable],
      ]),
      assets: new Map([
        ["/_next/static/a.js", await prepared("text/javascript", "a();".repeat(99))],
        ["/icon.svg", await prepared("image/svg+xml", "<svg/>")],
        ["/_next/static/unreadable.js", unreadable],
      ]),
      flights: new Map([
        [flightKey("/ru/site/login"), await prepared("text/x-component", "whole")],
        [flightKey("/ru/site/login", "/_tree"), await prepared("text/x-component", "tree")],
        [flightKey("/ru/missing"), await prepared("text/x-component", "missing")],
      ]),
    },
    (_request, response) => response.writeHead(299).end("next"),
    new Map([["/site/i/_", () => Promise.resolve(undefined)]]),
  );
  server = createServer(serve);
  port = await listenOnFreePort(server);
});
afterAll(() => server.close());

async function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  const answer = await new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      request(
        {
          port,
          host: "127.0.0.1",
          path,
          method,
          headers: { host: "site.kampus.localhost", ...headers },
        },
        (response) => {
          buffer(response).then(
            (body) =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
            reject,
          );
        },
      )
        .on("error", reject)
        .end();
    },
  );
  return answer;
}

describe("a prerendered page", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br", (body: Buffer) => brotliDecompressSync(body)],
    ["gzip;q=1.0, *;q=0.5", "gzip", (body: Buffer) => gunzipSync(body)],
    ["br;q=0, gzip", "gzip", (body: Buffer) => gunzipSync(body)],
    ["", undefined, (body: Buffer) => body],
  ])("comes whole to a browser that accepts %j", async (accepts, encoding, decode) => {
    const answer = await get("/ru/login?x=1", { "accept-encoding": accepts });
    expect([answer.status, answer.headers["content-encoding"]]).toEqual([200, encoding]);
    expect(decode(answer.body).toString()).toBe(page);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=0, s-maxage=60, stale-while-revalidate=60",
      "strict-transport-security": "max-age=63072000; includeSubDomains",
    });
    expect(answer.headers.vary).toMatch(/rsc.*accept-encoding/);
    expect(answer.headers["content-security-policy"]).toContain("script-src 'self' 'sha256-abc=';");
  });

  it("is not sent again to a browser that has it in the same coding", async () => {
    const first = await get("/ru/login", { "accept-encoding": "br" });
    const etag = first.headers.etag ?? "";
    for (const known of [`"x", W/${etag}`, "*"]) {
      const again = await get("/ru/login", { "accept-encoding": "br", "if-none-match": known });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    }
    const otherwise = await get("/ru/login", { "if-none-match": etag });
    expect(otherwise.status).toBe(200);
  });

  it("is described to HEAD, and is not shown to a POST", async () => {
    const head = await get("/ru/login", {}, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(page)));
    expect((await get("/ru/login", {}, "POST")).status).toBe(405);
  });
});

it.each([
  ["NEXT_LOCALE=ru; token=abc", "for members", "private, max-age=0"],
  ["token=", "for visitors", "public, max-age=0, s-maxage=60, stale-while-revalidate=60"],
  ["mytoken=abc", "for visitors", "public, max-age=0, s-maxage=60, stale-while-revalidate=60"],
])("a browser with the cookies %j gets the home page %s", async (cookie, content, caching) => {
  const { body, headers } = await get("/ru", { cookie });
  expect([body.toString(), headers["cache-control"]]).toEqual([content, caching]);
});

it.each(["/ru/signup", "/_next/static/unreadable.js", "/ru/i/code"])(
  "a file that cannot be read is answered with 500 alone, and the reason is logged: %s",
  async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, body.length, headers["cache-control"]]).toEqual([500, 0, "no-store"]);
    expect(logged.splice(0)).toMatchObject([{ message: "the file is cut short" }]);
  },
);

it("an address without a page gets a translated page that says so, and no cache stores it", async () => {
  const answer = await get("/ru/nothing", { "if-none-match": "*" });
  expect([answer.status, answer.body.toString()]).toEqual([404, "<p>404</p>"]);
  expect(answer.headers["cache-control"]).toBe("private, no-store");
});

it("the start page of a host redirects to the best language, with the query of the request", async () => {
  const answer = await get("/?from=mail", {
    "accept-language": "uz",
    cookie: "a=b; NEXT_LOCALE=en",
  });
  expect([answer.status, answer.headers.location]).toEqual([307, "/en?from=mail"]);
});

it("files of a build may be cached for ever; no others are served, and no picture is fetched from elsewhere", async () => {
  const file = await get("/_next/static/a.js", { "accept-encoding": "br" });
  expect(file.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
    "x-content-type-options": "nosniff",
  });
  for (const path of [
    "/_next/static/b.js",
    "/_next/image?url=http%3A%2F%2Fevil.example%2Fx.png&w=64&q=75",
  ])
    expect((await get(path)).status).toBe(404);
});

it("the icon, whose address stays the same, is asked about each time", async () => {
  const { status, headers } = await get("/icon.svg");
  expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=0, must-revalidate"]);
});

describe("navigation within a surface", () => {
  const segment = {
    rsc: "1",
    "next-router-prefetch": "1",
    "next-router-segment-prefetch": "/_tree",
  };

  it("gets the page in React's own format, and is told which page it is", async () => {
    const { status, headers, body } = await get("/ru/login?x=1&_rsc=", { rsc: "1" });
    expect([status, body.toString()]).toEqual([200, "whole"]);
    expect(headers).toMatchObject({
      "content-type": "text/x-component",
      "x-nextjs-rewritten-path": "/ru/site/login",
      "x-nextjs-stale-time": "300",
      "cache-control": "public, max-age=0, s-maxage=60, stale-while-revalidate=60",
    });
    expect(headers.vary).toMatch(/rsc.*next-router-segment-prefetch/);
  });

  it("gets a segment ahead at the address that names its headers", async () => {
    const { status, headers, body } = await get("/ru/login?_rsc=_i_aeImnuN6u1u1r", segment);
    expect([status, body.toString()]).toEqual([200, "tree"]);
    expect(headers["x-nextjs-postponed"]).toBe("2");
  });

  it("is told of a missing page", async () => {
    const { status, headers, body } = await get("/ru/nothing?_rsc", { rsc: "1" });
    expect([status, body.toString()]).toEqual([404, "missing"]);
    expect(headers["cache-control"]).toBe("private, no-store");
  });

  it.each([
    ["/ru/login?_rsc=_i_aeImnuN6u1u1r", { rsc: "1" }],
    ["/ru/login", segment],
    ["/ru/login?_rsc", segment],
  ])("is left to Next where the address names other headers: %s %j", async (path, headers) => {
    expect((await get(path, headers)).status).toBe(299);
  });
});

it.each([
  ["/ru/login", { rsc: "1" }],
  ["/?_rsc", { rsc: "1" }],
  ["/ru/login.rsc", {}],
  ["/ru/login/", {}],
  ["/ru//login", {}],
  ["/en/login", {}],
])("what is not prerendered is left to Next: %s %j", async (path, headers) => {
  expect((await get(path, headers as Record<string, string>)).status).toBe(299);
});

it.each([5, 9, 10, 11])("a page is encoded at the Brotli quality %s", async (quality) => {
  const bodies = await encodeAll(Buffer.from(page), quality);
  expect([...bodies.keys()]).toEqual(["identity", "br", "gzip"]);
  expect(gunzipSync(bodies.get("gzip") ?? new Uint8Array()).toString()).toBe(page);
});
