/** SEC-S6: the answers to an ended session, and the number of sessions of an account. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import Fastify from "fastify";
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { endedSessionsPlugin } from "#server/auth/ended-sessions.ts";
import { insertSession } from "#server/auth/stored-sessions.ts";
import { hashToken } from "#server/auth/token.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testClass } from "#server/testing/data/test-events.ts";
import { multipartOf, plainImage } from "#server/testing/data/test-images.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { statuses, times } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
afterEach(closeSockets);

/** Sends that fail, each for another reason, and one that was stored before and can no longer be prepared. */
async function sendsThatFail(one: SignedInMember, other: SignedInMember): Promise<object[]> {
  const chat = await messenger.open(one, other);
  const original = await messenger.say(one, chat.id, "Раз");
  const forward = { chat_id: chat.id, seq: original.seq };
  const client_id = randomUUID();
  const forwarded = await messenger.send(one, chat.id, { client_id, forward });
  expect(forwarded.statusCode, forwarded.body).toBe(201);
  await kampus.post(
    `/messenger/private/deleteMessage/${chat.id}`,
    { seq: original.seq },
    { token: one.token },
  );
  const next = () => ({ chat_id: chat.id, client_id: randomUUID() });
  return [
    { chat_id: chat.id, client_id, forward },
    { ...next(), text: "" },
    { ...next(), text: "Два", attachments: [2_147_483_647] },
    { ...next(), text: "Два", reply_to: 999 },
    { ...next(), forward: { ...forward, seq: 999 } },
    { ...next(), chat_id: 2_147_483_647, text: "Два" },
    { chat_id: "none" },
  ];
}

describe("a message sent under a session that was ended elsewhere", () => {
  it("is refused as unauthenticated, whether it would have failed, succeeded or been a repeat", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const bodies = await sendsThatFail(one, other);
    const sendAll = () =>
      times(bodies.length, (index) =>
        kampus.post("/messenger/private/sendMessage", bodies[index], { token: one.token }),
      );
    // This node knows the session from now on, and no event says that it has ended.
    const before = await sendAll();
    expect(statuses(before)).toEqual([200, 422, 422, 404, 404, 404, 422]);
    expect(before[0]?.json<{ data: { seq: number } }>().data.seq).toBe(2);
    await kampus.db.deleteFrom("sessions").where("token_hash", "=", hashToken(one.token)).execute();
    expect(statuses(await sendAll())).toEqual(bodies.map(() => 401));
  });
});

describe("a call whose body takes long", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Sends the head and the beginning of a body, and the rest once `meanwhile` has happened a second later. */
  async function callSlowly(
    { url, type, body }: { url: string; type: string; body: string },
    token: string,
    meanwhile: () => Promise<unknown>,
  ) {
    const port = await kampus.listen();
    const arrived = new Promise<void>((resolve) => {
      kampus.app.server.once("request", () => setImmediate(resolve));
    });
    return new Promise<number>((resolve, reject) => {
      const call = request({
        agent: false,
        port,
        host: "127.0.0.1",
        path: url,
        method: "POST",
        headers: {
          host: "chat.kampus.localhost",
          authorization: `Bearer ${token}`,
          "content-type": type,
          "content-length": Buffer.byteLength(body, "latin1"),
        },
      });
      call.on("error", reject).on("response", (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      call.write(body.slice(0, 20), "latin1");
      const finish = async () => {
        await arrived;
        await kampus.get("/api/en/user", { token }); // whose answer comes after the session of the call was found
        await meanwhile();
        vi.advanceTimersByTime(1_000);
        call.end(body.slice(20), "latin1");
      };
      finish().catch(reject);
    });
  }

  it.each(["a message marked as read", "a file"])(
    "%s is refused when its session ended before all of the body had come",
    async (kind) => {
      const [one, other] = await signedInMembers(kampus, 2);
      const chat = await messenger.open(one, other);
      await messenger.say(other, chat.id);
      const part = 'content-disposition: form-data; name="file"; filename="a.txt"';
      const call =
        kind === "a file"
          ? {
              url: "/messenger/media/upload",
              type: "multipart/form-data; boundary=x",
              body: `--x\r\n${part}\r\ncontent-type: text/plain\r\n\r\nText\r\n--x--\r\n`,
            }
          : {
              url: `/messenger/private/readMessages/${chat.id}`,
              type: "application/json",
              body: JSON.stringify({ seq: 1, padding: "x".repeat(40) }),
            };
      vi.useFakeTimers({ toFake: ["performance"] });
      const logout = () => kampus.post("/api/logout", {}, { token: one.token });
      const stays = () => Promise.resolve();
      expect(await callSlowly(call, one.token, stays)).toBeLessThan(300);
      expect(await callSlowly(call, one.token, logout)).toBe(401);
    },
  );
});

describe("an upload", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it("whose picture is still worked on when its session ends is refused, and nothing of it stays", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const picture = await plainImage(20, 20).png().toBuffer();
    const group = await messenger.group(one, "Группа", [other]);
    const keys: string[] = [];
    const { put } = kampus.storage;
    for (const [url, field] of [
      ["/api/en/profile/setting/images/upload", "image"],
      ["/api/en/profile/media/upload", "file"],
      ["/messenger/media/upload", "file"],
      [`/messenger/group/image/${group.id}`, "image"],
    ] as const) {
      vi.useFakeTimers({ toFake: ["performance"] });
      const session = { userAgent: "test", ip: "127.0.0.1" };
      const token = await insertSession(kampus.db, one.id, session);
      vi.spyOn(kampus.storage, "put").mockImplementation(async (key, ...file) => {
        keys.push(key);
        const stored = await put(key, ...file);
        await kampus.post("/api/logout", {}, { token });
        vi.advanceTimersByTime(1_000);
        return stored;
      });
      const form = multipartOf([field, picture, "a.png"]);
      const answer = await kampus.post(url, form, { token });
      expect([url, answer.statusCode]).toEqual([url, 401]);
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
    await kampus.app.sweepFiles();
    for (const table of ["images", "media"] as const) {
      const own = kampus.db.selectFrom(table).select("id").where("user_id", "=", one.id);
      expect(await own.execute()).toEqual([]);
    }
    const stored = await Promise.all(keys.map((key) => kampus.storage.read(key)));
    expect(stored).toEqual(keys.map(() => null));
    const { image_key } = await kampus.db
      .selectFrom("chats")
      .select("image_key")
      .where("id", "=", group.id)
      .executeTakeFirstOrThrow();
    expect(image_key).toBeNull();
  });
});

describe("a session that has ended", () => {
  // The embedded database does one thing after another: there nothing holds the read up.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "gets no calendar file of an event whose read began before its end and was held up",
    async () => {
      const { members, made } = await testClass(kampus, 1);
      const [one] = members;
      const event = await made(one);
      const release = await holdOpen(kampus, (trx) =>
        sql`LOCK TABLE class_events IN ACCESS EXCLUSIVE MODE`.execute(trx),
      );
      const asking = kampus.get(`/api/en/events/${event.id}.ics`, { token: one.token });
      try {
        await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
        await kampus.post("/api/logout", {}, { token: one.token });
        const now = performance.now();
        vi.spyOn(performance, "now").mockReturnValue(now + 1_000);
      } finally {
        await release();
      }
      const answer = await asking;
      vi.restoreAllMocks();
      expect(answer.statusCode).toBe(401);
    },
  );

  it.runIf(process.env.TEST_DATABASE_URL)(
    "gets no answer to a message sent again that was found before its end and whose reactions were read late",
    async () => {
      const [one, other] = await signedInMembers(kampus, 2);
      const chat = await messenger.open(one, other);
      const message = { client_id: randomUUID(), text: "Раз" };
      const { seq } = await messenger.say(one, chat.id, message);
      const reaction = { seq, emoji: "👍" };
      await kampus.post(`/messenger/private/react/${chat.id}`, reaction, { token: other.token });
      const release = await holdOpen(kampus, (trx) =>
        sql`LOCK TABLE message_reactions IN ACCESS EXCLUSIVE MODE`.execute(trx),
      );
      const sending = messenger.send(one, chat.id, message);
      try {
        await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
        await kampus.post("/api/logout", {}, { token: one.token });
        const now = performance.now();
        vi.spyOn(performance, "now").mockReturnValue(now + 1_000);
      } finally {
        await release();
      }
      const answer = await sending;
      vi.restoreAllMocks();
      expect(answer.statusCode).toBe(401);
    },
  );

  it("gets nothing more of an archive that is being downloaded", async () => {
    const [one] = await signedInMembers(kampus, 1);
    const picture = await plainImage(20, 20).png().toBuffer();
    const form = multipartOf(["image", picture, "a.png"]);
    await kampus.post("/api/en/profile/setting/images/upload", form, { token: one.token });
    const endless = new Readable({ read: () => void endless.push(Buffer.alloc(256 * 1024)) });
    const read = vi.spyOn(kampus.storage, "read");
    read.mockResolvedValue({ body: endless, bytes: 1_000_000_000 });
    const asking = request({
      port: await kampus.listen(),
      method: "POST",
      path: "/api/en/profile/setting/export",
      headers: {
        host: "site.kampus.localhost",
        authorization: `Bearer ${one.token}`,
        "content-type": "application/json",
      },
      agent: false,
    });
    asking.end(JSON.stringify({ password: one.password }));
    const [archive] = (await once(asking, "response")) as [IncomingMessage];
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
    await kampus.post("/api/logout", {}, { token: one.token });
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 1_000);
    await expect(buffer(archive)).rejects.toThrow("aborted");
    vi.restoreAllMocks();
  });
});

describe("when everybody is signed out at once", () => {
  it("a node reads no more than the latest ten thousand ended sessions each second", async () => {
    await sql`
      INSERT INTO ended_sessions (token_hash)
      SELECT sha256(n::text::bytea) FROM generate_series(1, 10500) AS n`.execute(kampus.db);
    const ended: string[] = [];
    const node = Fastify();
    await node.register(endedSessionsPlugin, {
      db: kampus.db,
      hasDevices: () => true,
      endSessionHere: (sessionId) => void ended.push(sessionId),
    });
    await node.ready();
    await expect.poll(() => ended.length).toBeGreaterThan(0);
    await node.close();
    expect(ended.length % 10_000).toBe(0);
    await sql`DELETE FROM ended_sessions`.execute(kampus.db);
  });
});

describe("an account", () => {
  it("has at most twenty sessions: the next one ends the oldest, with its sockets", async () => {
    const member = await kampus.member();
    const login = async () => {
      const answer = await kampus.signIn(member.email, member.password);
      return answer.json<{ token: string }>().token;
    };
    const alive = async (token: string) =>
      (await kampus.get("/api/en/user", { token })).statusCode === 200;
    const others = await times(19, login);
    const { socket, payloadsOf } = await connectSocket(kampus, { token: member.token });
    expect(await alive(member.token)).toBe(true);
    const newest = await login();
    expect(await alive(member.token)).toBe(false);
    await expect.poll(() => socket.connected, { timeout: 1_000, interval: 10 }).toBe(false);
    expect(payloadsOf("session_ended")).toEqual([{}]);
    const living = await Promise.all([...others, newest].map(alive));
    expect(living).toEqual(Array<boolean>(20).fill(true));
  }, 30_000);
});
