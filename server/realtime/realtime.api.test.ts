import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testFriendships } from "#server/testing/test-friendships.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket, type TestSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
let one: SignedInMember;
let other: SignedInMember;
let chatId: number;
beforeEach(async () => {
  [one, other] = await signedInMembers(kampus, 2);
  chatId = (await messenger.open(one, other)).id;
});
afterEach(closeSockets);

const counts = (device: TestSocket) =>
  device.payloadsOf("all_new_messages_count").map((payload) => payload.all_new_messages_count);

/** A device that has received its first counters. */
const device = async (member: { token: string }, options = {}) => {
  const connected = await connectSocket(kampus, { token: member.token, ...options });
  await expect.poll(() => connected.events.length).toBeGreaterThanOrEqual(2);
  return connected;
};

const eventually = { timeout: 5_000, interval: 10 };

describe("a device that connects", () => {
  it("first receives the numbers of unread messages and of waiting requests", async () => {
    await messenger.say(one, chatId);
    await messenger.say(one, chatId);
    await testFriendships(kampus)(one, "add", other.id);
    expect((await device(other)).events).toEqual([
      { event: "all_new_messages_count", payload: { all_new_messages_count: 2 } },
      { event: "friendship", payload: { pending: 1 } },
    ]);
    expect((await device(one)).events).toEqual([
      { event: "all_new_messages_count", payload: { all_new_messages_count: 0 } },
      { event: "friendship", payload: { pending: 0 } },
    ]);
  });

  it.each([["polling"], ["websocket"]])("may use %s alone", async (transport) => {
    const connected = await device(other, { transports: [transport] });
    await messenger.say(one, chatId);
    await expect.poll(() => counts(connected), eventually).toEqual([0, 1]);
    expect(connected.socket.io.engine.transport.name).toBe(transport);
  });

  it("begins with polling and switches to a WebSocket", async () => {
    const { socket } = await device(other);
    await expect.poll(() => socket.io.engine.transport.name, eventually).toBe("websocket");
  });

  it.each([
    "kampus.localhost",
    "site.kampus.localhost",
    "profile.kampus.localhost",
    "messenger.kampus.localhost",
    "api.kampus.localhost",
  ])("may connect to %s", async (host) => {
    expect((await device(other, { host })).socket.connected).toBe(true);
  });
});

describe("a message", () => {
  it("reaches every device of both members, as stored, and no other member", async () => {
    const stranger = await oneMember(kampus);
    const [first, second, third, own, foreign] = await Promise.all([
      device(other),
      device(other, { transports: ["polling"] }),
      device(other, { host: "profile.kampus.localhost", transports: ["websocket"] }),
      device(one),
      device(stranger),
    ]);
    const stored = await messenger.say(one, chatId);
    for (const { payloadsOf } of [first, second, third, own])
      await expect.poll(() => payloadsOf("message"), eventually).toEqual([stored]);
    for (const received of [first, second, third])
      await expect.poll(() => counts(received), eventually).toEqual([0, 1]);
    expect(counts(own)).toEqual([0]);
    expect(foreign.events).toHaveLength(2);
  });

  it("is published once, however often it is sent", async () => {
    const listener = await device(other);
    const message = { client_id: "6f2f4a53-6d0e-4e3a-9f3c-0f6b5e1f2a11", text: "Раз" };
    await Promise.all(Array.from({ length: 20 }, () => messenger.send(one, chatId, message)));
    const last = await messenger.say(one, chatId, "Два");
    await expect.poll(() => listener.payloadsOf("message").at(-1), eventually).toEqual(last);
    expect(listener.payloadsOf("message").map(({ seq }) => seq)).toEqual([1, 2]);
  });
});

describe("the unread counter", () => {
  it("follows reading on every device of the reader", async () => {
    await messenger.say(one, chatId);
    await messenger.say(one, chatId);
    const devices = await Promise.all([device(other), device(other, { transports: ["polling"] })]);
    await messenger.read(other, chatId, 1);
    await messenger.read(other, chatId, 2);
    for (const connected of devices)
      await expect.poll(() => counts(connected), eventually).toEqual([2, 1, 0]);
  });

  it("is not published if reading has changed nothing", async () => {
    await messenger.say(one, chatId);
    const listener = await device(other);
    await messenger.read(other, chatId, 1);
    await messenger.read(other, chatId, 1);
    await messenger.read(other, chatId, 0);
    await messenger.say(one, chatId);
    await expect.poll(() => counts(listener).at(-1), eventually).toBe(1);
    expect(counts(listener)).toEqual([1, 0, 1]);
  });

  it("comes with an event to both members about how far the chat was read", async () => {
    await messenger.say(one, chatId);
    const devices = await Promise.all([device(one), device(other)]);
    await messenger.read(other, chatId, 1);
    for (const { payloadsOf } of devices)
      await expect
        .poll(() => payloadsOf("chat_read"), eventually)
        .toEqual([{ chat_id: chatId, user_id: other.id, seq: 1 }]);
  });

  it("is right in the end if messages and receipts of several chats come at once", async () => {
    const writers = await signedInMembers(kampus, 4);
    const chats = await Promise.all(writers.map((writer) => messenger.open(writer, other)));
    const devices = await Promise.all([device(other), device(other, { transports: ["polling"] })]);
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const [writer, chat] = [writers[index % 4] ?? one, chats[index % 4]?.id ?? 0];
        if (index % 10 === 9) await messenger.read(other, chat, 3);
        else await messenger.say(writer, chat);
      }),
    );
    const unread = await messenger.unread(other);
    for (const connected of devices) {
      await expect.poll(() => connected.payloadsOf("message").length, eventually).toBe(36);
      await expect.poll(() => counts(connected).at(-1), eventually).toBe(unread);
    }
  });

  it("arrives in order, as the messages of a chat do, when 50 are sent at once", async () => {
    const devices = await Promise.all([device(one), device(other)]);
    const sent = 50;
    await Promise.all(
      Array.from({ length: sent }, (_, index) => messenger.say(index % 2 ? one : other, chatId)),
    );
    const order = Array.from({ length: sent }, (_, index) => index + 1);
    for (const connected of devices) {
      const seqs = () => connected.payloadsOf("message").map(({ seq }) => seq);
      await expect.poll(() => seqs().length, eventually).toBe(sent);
      expect(seqs()).toEqual(order);
      await expect.poll(() => counts(connected).at(-1), eventually).toBe(sent / 2);
    }
  });
});
