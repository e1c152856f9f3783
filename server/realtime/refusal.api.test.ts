import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { httpRequest } from "#server/testing/http-request.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket, openSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
let member: SignedInMember;
beforeAll(async () => {
  member = await oneMember(kampus);
});
afterEach(closeSockets);

const refusalOf = async (options: Parameters<typeof openSocket>[1]) => {
  const { socket } = await openSocket(kampus, options);
  return new Promise<Error & { data?: { code: string } }>((resolve, reject) => {
    socket.once("connect_error", resolve);
    socket.once("connect", () => {
      reject(new Error("connected"));
    });
  });
};

describe.each(["polling", "websocket"])("a handshake by %s", (transport) => {
  const transports = [transport];

  it.each([
    ["without a token", () => ({})],
    ["with a forged token", () => ({ token: "A".repeat(43) })],
    ["with something that is no token", () => ({ token: "' OR 1=1 --" })],
    ["with the token in a cookie only", () => ({ headers: { Cookie: `token=${member.token}` } })],
    ["with the token in the query only", () => ({ query: { token: member.token } })],
    ["with the token in auth only", () => ({ auth: { token: member.token } })],
    ["with a Basic header", () => ({ headers: { Authorization: `Basic ${member.token}` } })],
  ])("%s is refused as unauthenticated", async (_title, options) => {
    expect((await refusalOf({ transports, ...options() })).data).toEqual({
      code: "unauthenticated",
    });
  });

  it("of an unverified member is refused as not_verified", async () => {
    const { token } = await oneMember(kampus, { verified: false });
    expect((await refusalOf({ transports, token })).data).toEqual({ code: "not_verified" });
  });

  it("of an ended session is refused", async () => {
    const { token } = await oneMember(kampus);
    await kampus.post("/api/logout", {}, { token });
    expect((await refusalOf({ transports, token })).data).toEqual({ code: "unauthenticated" });
  });

  it.each([
    "https://evil.example",
    "http://kampus.localhost:3000.evil.example",
    "http://evil-kampus.localhost:3000",
    "https://chat.kampus.localhost:3000",
    "http://chat.kampus.localhost:3001",
    "http://mail.kampus.localhost:3000",
    "http://messenger.kampus.localhost:3000",
    "ws://profile.kampus.localhost:3000",
    "wss://chat.kampus.localhost:3000",
    "null",
  ])("from the foreign origin %s is refused, token or not", async (Origin) => {
    const { token } = member;
    expect(await refusalOf({ transports, token, headers: { Origin } })).toBeInstanceOf(Error);
  });

  it("that a page of another site makes a browser send without an origin is refused, with or without a token", async () => {
    const headers = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors" };
    const { token } = member;
    const refusal = await refusalOf({ transports, token, headers });
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal.data).toBeUndefined();
  });

  it.each(["evil.example", "kampus.localhost.evil.example", "127.0.0.1", "localhost"])(
    "on the unknown host %s is refused, token or not",
    async (host) => {
      const { token } = member;
      expect(await refusalOf({ transports, token, host })).toBeInstanceOf(Error);
    },
  );

  it("with the host of the mails as its own origin is refused", async () => {
    const host = "mail.kampus.localhost";
    const headers = { Origin: `http://${host}:3000` };
    expect(await refusalOf({ transports, token: member.token, host, headers })).toBeInstanceOf(
      Error,
    );
  });

  it.each([
    ["messenger.kampus.localhost", "http"],
    ["messenger.kampus.localhost", "ws"],
    ["api.kampus.localhost", "http"],
    ["chat.kampus.localhost", "ws"],
    ["kampus.localhost", "ws"],
  ])("with its own host %s as origin, by %s:, is accepted", async (host, scheme) => {
    const headers = { Origin: `${scheme}://${host}:3000` };
    const { socket } = await connectSocket(kampus, {
      ...{ transports, host, headers },
      token: member.token,
    });
    expect(socket.connected).toBe(true);
  });

  it("from the pages of a surface is accepted", async () => {
    const headers = { Origin: "http://profile.kampus.localhost:3000" };
    const { socket } = await connectSocket(kampus, { transports, token: member.token, headers });
    expect(socket.connected).toBe(true);
  });
});

describe("an upgrade", () => {
  it.each([
    ["on an unknown host", "/socket.io/?EIO=4&transport=websocket", "evil.example"],
    ["of an unknown protocol", "/socket.io/?EIO=9&transport=websocket", "chat.kampus.localhost"],
    ["of an unknown session", "/socket.io/?EIO=4&transport=websocket&sid=x", "kampus.localhost"],
  ])("%s is closed, not held open", async (_title, target, host) => {
    const connection = connect({
      port: await kampus.listen(),
      host: "127.0.0.1",
      allowHalfOpen: true,
    });
    connection
      .resume()
      .write(
        `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      );
    await once(connection, "end");
    connection.destroy();
  });

  it.each([
    ["websocket", "/anything", "chat.kampus.localhost", 404],
    ["websocket", "http://evil.example/socket.io/", "chat.kampus.localhost", 421],
    ["h2c", "/api/languages", "api.kampus.localhost", 200],
    ["h2c", "/socket.io/?EIO=4&transport=polling", "chat.kampus.localhost", 200],
  ])(
    "to %s of %s on %s is ignored, and the request answered: %i",
    async (upgrade, path, host, status) => {
      const headers = { connection: "Upgrade", upgrade };
      expect((await httpRequest(kampus, path, { host, headers })).status).toBe(status);
    },
  );
});

describe("a client that misbehaves", () => {
  it("loses only its own socket by an oversized frame", async () => {
    const [bad, good] = await Promise.all([
      connectSocket(kampus, { token: member.token, transports: ["websocket"] }),
      connectSocket(kampus, { token: member.token, transports: ["websocket"] }),
    ]);
    const closed = new Promise((resolve) => bad.socket.once("disconnect", resolve));
    bad.socket.emit("x", "a".repeat(70 * 1024));
    await closed;
    expect([bad.socket.connected, good.socket.connected]).toEqual([false, true]);
    expect((await kampus.get("/healthz")).statusCode).toBe(200);
  });

  it("loses only its own socket by an oversized poll", async () => {
    const [bad, good] = await Promise.all([
      connectSocket(kampus, { token: member.token, transports: ["polling"] }),
      connectSocket(kampus, { token: member.token, transports: ["polling"] }),
    ]);
    const closed = new Promise((resolve) => bad.socket.once("disconnect", resolve));
    bad.socket.emit("x", "a".repeat(70 * 1024));
    await closed;
    expect(good.socket.connected).toBe(true);
  });

  it("changes nothing by invented events", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const messenger = testMessenger(kampus);
    const chat = await messenger.open(one, other);
    const [bad, listener] = await Promise.all([
      connectSocket(kampus, { token: one.token }),
      connectSocket(kampus, { token: other.token }),
    ]);
    // Presence is another matter.
    const received = () =>
      listener.events.map(({ event }) => event).filter((event) => event !== "presence");
    await expect.poll(() => received().length).toBe(2);
    for (const event of [
      "message",
      "sendMessage",
      "join",
      "chat_read",
      "session_ended",
      "__proto__",
    ])
      for (const payload of [{ chat_id: chat.id, text: "x" }, null, [[[]]], "x".repeat(1000)])
        bad.socket.emit(event, payload);
    bad.socket.emit("message", { chat_id: chat.id }, () => undefined);
    const message = await messenger.say(one, chat.id);
    await expect.poll(() => received().length).toBe(4);
    // The unread count is published on a way of its own, the message over every node: either may be first.
    expect(received().slice(0, 2)).toEqual(["all_new_messages_count", "friendship"]);
    expect(received().slice(2).toSorted()).toEqual(["all_new_messages_count", "message"]);
    const { author, ...stored } = message;
    expect(await messenger.history(other, chat.id)).toMatchObject({
      data: [{ ...stored, author: { id: author.id } }],
    });
  });

  it("cannot bring the server down with malformed frames", async () => {
    const { socket } = await connectSocket(kampus, {
      token: member.token,
      transports: ["websocket"],
    });
    const closed = new Promise((resolve) => socket.once("disconnect", resolve));
    const { engine } = socket.io;
    for (const frame of [
      "42",
      "4",
      "451-[]",
      '42["a",{"_placeholder":true,"num":0}]',
      "\u0000",
      "9",
    ])
      engine.write(frame);
    await closed;
    expect((await kampus.get("/healthz")).statusCode).toBe(200);
  });
});
