import { beforeAll, describe, expect, it } from "vitest";
import { errorBody } from "#lib/api/errors.ts";
import { rawRequest } from "#server/testing/http-request.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
let one: SignedInMember;
let other: SignedInMember;
beforeAll(async () => {
  [one, other] = await signedInMembers(kampus, 2);
  await testMessenger(kampus).open(one, other);
});

/** The same pseudo-random numbers from 0 to 1 every time (mulberry32), so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const values = [
  ...["1", "0", "-1", "1e3", "1.5", "2147483648", "9".repeat(30), "NaN", "null", "", " "],
  ...["%00", "%", "%zz", "%ED%A0%80", "..", "%2e%2e%2f", "'", '"', "\\", "{}", "[]", "ё", "🙂"],
  ...["a".repeat(500), "a".repeat(10_000), "; DROP TABLE users", "${7*7}", "<script>", "\u202e"],
  ...["__proto__", "constructor", "toString", "A".repeat(43), "2024-02-30T00:00:00Z"],
];
const jsonValues = [
  ...values,
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, [], {}, [[[]]], ["a"], { a: 1 }],
  ...["\0", "\ud800", "a\udfff", "\u0000\u0001", "я".repeat(5_000)],
];

describe("invented input of a client", () => {
  it("is never answered with a 5xx, and every failure has the one body", async () => {
    const random = numbers(20_261_120);
    const pick = <T>(list: readonly T[]): T => {
      const item = list[Math.floor(random() * list.length)];
      if (item === undefined) throw new Error("an empty list");
      return item;
    };
    const { paths } = (await kampus.get("/api/openapi.json")).json<{
      paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>;
    }>();
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]) => ({
        path,
        method,
        parameters,
      })),
    );
    const fields = ["login", "email", "password", "captcha", "key", "surname", "name", "token"];
    fields.push("patronymic", "password_confirmation", "chat_id", "client_id", "text", "seq");
    fields.push("reply_to", "attachments", "locale", "id", "__proto__x");

    for (let round = 0; round < 400; round += 1) {
      const route = pick(routes);
      const method = random() < 0.9 ? route.method : pick(["get", "post", "put", "delete"]);
      const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
        if (random() < 0.6) return name === "locale" ? "en" : name === "x" ? "private" : "1";
        return encodeURI(pick(values)).replace(/%25/g, "%");
      });
      const query = route.parameters
        .filter((parameter) => parameter.in === "query" && random() < 0.7)
        .map(
          ({ name }) => `${name}=${pick(values).replace(/[\s#&🙂ё\u202e]/gu, encodeURIComponent)}`,
        )
        .join("&");
      const body = Object.fromEntries(fields.map((field) => [field, pick(jsonValues)]));
      const sendsBody = method !== "get" && random() < 0.9;
      const answer = await kampus.call(method, `${path}${query && `?${query}`}`, {
        ...(random() < 0.8 && { token: pick([one, other]).token }),
        headers: {
          ...(random() < 0.2 && { "accept-language": pick(values).replace(/[^ -~]/g, "?") }),
          ...(sendsBody && {
            "content-type": pick(["application/json", "application/json", "text/plain", "x"]),
          }),
        },
        ...(sendsBody && {
          body: pick([JSON.stringify(body), JSON.stringify(pick(jsonValues)), '{"a":', ""]),
        }),
      });
      const request = `${round}: ${method} ${path}?${query}`;
      expect(answer.statusCode, request).toBeLessThan(500);
      if (answer.statusCode >= 400 && method !== "head")
        expect(errorBody.safeParse(answer.json()).success, `${request}: ${answer.body}`).toBe(true);
      if (path === "/api/logout" && answer.statusCode === 200)
        [one, other] = await signedInMembers(kampus, 2);
    }
  });

  it.each([
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["an unknown version", "GET / HTTP/9.9\r\nHost: kampus.localhost\r\n\r\n"],
    ["no host", "GET /api/languages HTTP/1.1\r\n\r\n"],
    ["no host in HTTP/1.0", "GET /api/languages HTTP/1.0\r\n\r\n"],
    ["two hosts", "GET /api/languages HTTP/1.1\r\nHost: kampus.localhost\r\nHost: evil\r\n\r\n"],
    [
      "an absolute address",
      "GET http://evil.example/api/languages HTTP/1.1\r\nHost: kampus.localhost\r\nConnection: close\r\n\r\n",
    ],
    ["a proxied connection", "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n"],
    ["no address", "GET  HTTP/1.1\r\nHost: kampus.localhost\r\n\r\n"],
    ["an asterisk", "OPTIONS * HTTP/1.1\r\nHost: kampus.localhost\r\nConnection: close\r\n\r\n"],
    [
      "bytes above ASCII in the address",
      "GET /api/\xff\xfe HTTP/1.1\r\nHost: kampus.localhost\r\nConnection: close\r\n\r\n",
    ],
    [
      "a header of 100 KB",
      `GET /api/languages HTTP/1.1\r\nHost: kampus.localhost\r\nX: ${"a".repeat(100_000)}\r\n\r\n`,
    ],
    [
      "two lengths",
      "POST /api/logout HTTP/1.1\r\nHost: kampus.localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
    [
      "a length and chunks",
      "POST /api/logout HTTP/1.1\r\nHost: kampus.localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    [
      "chunks that are none",
      "POST /api/ru/login HTTP/1.1\r\nHost: kampus.localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    [
      "less than announced",
      "POST /api/ru/login HTTP/1.1\r\nHost: kampus.localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ],
    [
      "an unreadable address",
      "GET /api/%zz HTTP/1.1\r\nHost: kampus.localhost\r\nConnection: close\r\n\r\n",
    ],
    [
      "an unreadable address of a page",
      "GET /%zz HTTP/1.1\r\nHost: kampus.localhost\r\nConnection: close\r\n\r\n",
    ],
  ])("as bytes, %s, neither makes a 5xx nor stops the server", async (_title, bytes) => {
    const answer = await rawRequest(kampus, bytes);
    expect(answer).not.toMatch(/^HTTP\/1\.\d 5/);
    expect((await kampus.get("/healthz")).statusCode).toBe(200);
  });
});
