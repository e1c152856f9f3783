import { once } from "node:events";
import { connect } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { httpRequest } from "#server/testing/http-request.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let one: SignedInMember;
let other: SignedInMember;
let sid: string;

const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });
const poll = (query: string, headers: Record<string, string>, body?: string) =>
  httpRequest(kampus, `/socket.io/?EIO=4&transport=polling${query}`, {
    host: "chat.kampus.localhost",
    headers,
    ...(body !== undefined && { method: "POST", body }),
  });

beforeEach(async () => {
  [one, other] = await signedInMembers(kampus, 2);
  const opened = await poll("", bearer(one));
  ({ sid } = JSON.parse(opened.body.slice(1)) as { sid: string });
  expect((await poll(`&sid=${sid}`, bearer(one), "40")).status).toBe(200);
});

describe("a connection that polls", () => {
  it.each([
    ["another member's token", () => bearer(other)],
    ["no token", () => ({})],
    ["no token, wanting another protocol", () => ({ Connection: "Upgrade", Upgrade: "h2c" })],
    ["the token in a cookie", () => ({ Cookie: `token=${one.token}` })],
  ])("reveals nothing to a client that knows its id and has %s", async (_title, headers) => {
    const refused = await poll(`&sid=${sid}`, headers());
    expect([refused.status, refused.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect((await poll(`&sid=${sid}`, headers(), "41")).status).toBe(401);
    // Nor does it end by that.
    const heard = await poll(`&sid=${sid}`, bearer(one));
    expect([heard.status, heard.body.slice(0, 2)]).toEqual([200, "40"]);
  });

  it.each([
    ["uz, ru;q=0.5", "Davom etish uchun tizimga kiring"],
    ["en", "Sign in to continue"],
    ["", "Войдите, чтобы продолжить"],
  ])(
    "tells a client that speaks %j in its own language that it is refused",
    async (asked, message) => {
      const { headers, body } = await poll(`&sid=${sid}`, { "Accept-Language": asked });
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(JSON.parse(body)).toEqual({ message, code: "unauthenticated" });
    },
  );

  it.each(["__proto__", "constructor", "toString", "", "x", "a&sid=b"])(
    "is not disturbed by calls under the malformed id %s, which are refused",
    async (nonsense) => {
      for (const headers of [bearer(one), {}])
        expect((await poll(`&sid=${nonsense}`, headers)).status).toBeLessThan(500);
      expect((await poll(`&sid=${sid}`, bearer(one))).status).toBe(200);
    },
  );
});

describe("an upgrade of a connection that polls", () => {
  const own = "http://chat.kampus.localhost:3000";
  const itself = {
    Host: "messenger.kampus.localhost",
    Origin: "http://messenger.kampus.localhost:3000",
  };

  it.each([
    ["its token", () => bearer(one)],
    ["its token and the origin of a surface", () => ({ ...bearer(one), Origin: own })],
    ["its token and its own host as origin", () => ({ ...bearer(one), ...itself })],
    [
      "its token and the socket's scheme in its origin",
      () => ({ ...bearer(one), Origin: own.replace("http", "ws") }),
    ],
    ["its token in the cookie, from a surface", () => ({ ...cookie(one), Origin: own })],
    [
      "its token among other cookies",
      () => ({ Cookie: `a=b; ${cookie(one).Cookie}; NEXT_LOCALE=uz`, Origin: own }),
    ],
  ])("with %s is accepted", async (_title, headers) => {
    expect(await upgrade(sid, headers())).toBe(101);
  });

  it.each([
    ["its id alone", () => ({})],
    ["its id alone from a surface", () => ({ Origin: own })],
    ["another member's token", () => bearer(other)],
    [
      "another member's token beside its own in the cookie",
      () => ({ ...bearer(other), ...cookie(one), Origin: own }),
    ],
    ["another member's token in the cookie", () => ({ ...cookie(other), Origin: own })],
    ["its token in the cookie, from no page", () => cookie(one)],
    ["its token in the cookie, from a host without pages", () => ({ ...cookie(one), ...itself })],
    [
      "its token in the cookie, from no page of its own host",
      () => ({ ...cookie(one), Origin: own.replace("http", "ws") }),
    ],
    [
      "its token in the cookie, from a foreign page",
      () => ({ ...cookie(one), Origin: "https://evil.example" }),
    ],
    ["its token from a foreign page", () => ({ ...bearer(one), Origin: "https://evil.example" })],
    [
      "its token in a cookie of another name",
      () => ({ Cookie: `xtoken=${one.token}`, Origin: own }),
    ],
  ])("with %s is refused and leaves the connection as it is", async (_title, headers) => {
    expect(await upgrade(sid, headers())).toBe(401);
    expect((await poll(`&sid=${sid}`, bearer(one))).status).toBe(200);
  });

  it.each(["__proto__", "constructor", "x", "a&sid=b"])(
    "under the malformed id %s is refused",
    async (nonsense) => {
      expect(await upgrade(nonsense, bearer(one))).toBe(400);
    },
  );

  it("is refused with the scheme of the token that it lacks", async () => {
    expect(await answerTo(sid, {})).toMatch(/^HTTP\/1\.1 401 [^]*\r\nWWW-Authenticate: Bearer\r\n/);
  });

  it("is refused if that connection never had a token, whatever token comes with it", async () => {
    const opened = await poll("", {});
    const stranger = (JSON.parse(opened.body.slice(1)) as { sid: string }).sid;
    const headersOf: Record<string, string>[] = [
      {},
      { Origin: own },
      { ...cookie(one), Origin: own },
      bearer(one),
    ];
    for (const headers of headersOf) expect(await upgrade(stranger, headers)).toBe(401);
  });
});

const cookie = ({ token }: { token: string }) => ({ Cookie: `token=${token}` });

/** The status of the answer to a bare upgrade. */
const upgrade = async (...given: Parameters<typeof answerTo>): Promise<number> =>
  Number((await answerTo(...given)).split(" ")[1]);

const answerTo = async (id: string, headers: Record<string, string>): Promise<string> => {
  const request = {
    Host: "chat.kampus.localhost",
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    ...headers,
  };
  const lines = Object.entries(request).map(([name, value]) => `${name}: ${value}\r\n`);
  const connection = connect({ port: await kampus.listen(), host: "127.0.0.1" });
  connection.write(
    `GET /socket.io/?EIO=4&transport=websocket&sid=${id} HTTP/1.1\r\n${lines.join("")}\r\n`,
  );
  const [answer] = (await once(connection, "data")) as [Buffer];
  connection.destroy();
  return answer.toString("latin1");
};
