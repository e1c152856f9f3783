import { afterEach, describe, expect, it } from "vitest";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { closeSockets, connectSocket, type TestSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const profiles = testProfiles(kampus);
afterEach(closeSockets);

const type = async ({ token }: SignedInMember, id: number, x = "private") =>
  (await kampus.post(`/messenger/${x}/typing/${id}`, {}, { token })).statusCode;
const listen = ({ token }: SignedInMember) => connectSocket(kampus, { token });
/** Earlier events of the same socket have arrived before this one. */
const receivedAll = async (member: SignedInMember, device: TestSocket) => {
  const before = device.payloadsOf("chat_changed").length;
  const own = await messenger.group(member, "Ўзим", await signedInMembers(kampus, 1));
  await expect
    .poll(() => device.payloadsOf("chat_changed").slice(before))
    .toContainEqual({
      chat_id: own.id,
    });
};

describe("the typing event", () => {
  it("is published to the others of the chat, not to the member's own devices", async () => {
    const [me, one, other] = await signedInMembers(kampus, 3);
    const { id } = await messenger.group(me, "Физика", [one, other]);
    const [mine, theirs] = [await listen(me), await listen(one)];
    expect(await type(me, id, "group")).toBe(200);
    await expect.poll(() => theirs.payloadsOf("typing")).toEqual([{ chat_id: id, user_id: me.id }]);
    await receivedAll(me, mine);
    expect(mine.payloadsOf("typing")).toEqual([]);
  });

  it.each([
    ["who has blocked them", (one: SignedInMember, me: SignedInMember) => profiles.block(one, me)],
    [
      "whom they have blocked",
      (one: SignedInMember, me: SignedInMember) => profiles.block(me, one),
    ],
    [
      "who accepts no messages",
      (one: SignedInMember) => profiles.hide(one, { messages: "nobody" }),
    ],
  ])("is not published to a member %s", async (_title, part) => {
    const [me, one] = await signedInMembers(kampus, 2);
    const { id } = await messenger.open(me, one);
    await messenger.say(me, id);
    await part(one, me);
    const theirs = await listen(one);
    expect(await type(me, id)).toBe(200);
    await receivedAll(one, theirs);
    expect(theirs.payloadsOf("typing")).toEqual([]);
  });

  it("is not published to a member who does not see the chat yet", async () => {
    const [me, one] = await signedInMembers(kampus, 2);
    const { id } = await messenger.open(me, one);
    const theirs = await listen(one);
    await type(me, id);
    await receivedAll(one, theirs);
    expect(theirs.payloadsOf("typing")).toEqual([]);
  });
});

describe("the delivery receipt of a device", () => {
  it("is published to the author of the messages once, never beyond the last message and never back", async () => {
    const [me, other] = await signedInMembers(kampus, 2);
    const { id } = await messenger.open(me, other);
    for (let index = 0; index < 3; index += 1) await messenger.say(me, id);
    const [mine, theirs, theirSecond] = [
      await listen(me),
      await listen(other),
      await listen(other),
    ];
    theirs.socket.emit("delivered", [{ chat_id: id, seq: 2 }]);
    await expect
      .poll(() => mine.payloadsOf("chat_delivered"))
      .toEqual([{ chat_id: id, user_id: other.id, seq: 2 }]);
    theirSecond.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    theirs.socket.emit("delivered", [{ chat_id: id, seq: 900 }]);
    await expect
      .poll(() => mine.payloadsOf("chat_delivered"))
      .toEqual([expect.anything(), { chat_id: id, user_id: other.id, seq: 3 }]);
    expect(await messenger.chat(me, id)).toMatchObject({
      peers_delivered_seq: 3,
      peers_read_seq: 0,
    });
    expect((await messenger.chat(other, id)).unread).toBe(3);
  });

  it("in a group is published to everybody once, and that of the second member to the first", async () => {
    const [me, one, other] = await signedInMembers(kampus, 3);
    const { id } = await messenger.group(me, "Физика", [one, other]);
    await messenger.say(me, id, "Салом", "group");
    const [mine, first, second] = [await listen(me), await listen(one), await listen(other)];
    first.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    await expect.poll(() => mine.payloadsOf("chat_delivered")).toHaveLength(1);
    second.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    await expect
      .poll(() => first.payloadsOf("chat_delivered"))
      .toEqual([{ chat_id: id, user_id: other.id, seq: 1 }]);
    await receivedAll(me, mine);
    expect(mine.payloadsOf("chat_delivered")).toHaveLength(1);
  });

  it("is not published across a block, nor from a member who is not in the chat", async () => {
    const [me, other] = await signedInMembers(kampus, 2);
    const stranger = await oneMember(kampus);
    const [{ id }, own] = [await messenger.open(me, other), await messenger.open(me, stranger)];
    await messenger.say(me, id);
    await messenger.say(me, own.id);
    await profiles.block(other, me);
    const [mine, theirs, strange] = [await listen(me), await listen(other), await listen(stranger)];
    theirs.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    strange.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    strange.socket.emit("delivered", [{ chat_id: own.id, seq: 1 }]);
    await expect
      .poll(() => mine.payloadsOf("chat_delivered"))
      .toEqual([{ chat_id: own.id, user_id: stranger.id, seq: 1 }]);
    await messenger.read(other, id, 1);
    expect(await messenger.chat(me, id)).toMatchObject({
      peers_delivered_seq: 0,
      peers_read_seq: 0,
    });
  });

  it("is ignored when it is malformed, and the next one of the device is received", async () => {
    const [me, other] = await signedInMembers(kampus, 2);
    const { id } = await messenger.open(me, other);
    await messenger.say(me, id);
    const [mine, theirs] = [await listen(me), await listen(other)];
    const nonsense = [
      null,
      {},
      [],
      "x".repeat(1_000),
      [{ chat_id: id }],
      [{ chat_id: id, seq: -1 }],
      [{ chat_id: "1 OR true", seq: 1 }],
      Array.from({ length: 101 }, () => ({ chat_id: id, seq: 1 })),
      Buffer.from("x"),
    ];
    for (const frame of nonsense) theirs.socket.emit("delivered", frame);
    theirs.socket.emit("no such thing", [{ chat_id: id, seq: 1 }]);
    theirs.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    await expect
      .poll(() => mine.payloadsOf("chat_delivered"))
      .toEqual([{ chat_id: id, user_id: other.id, seq: 1 }]);
  });

  it("is not accepted from a session that has ended: its socket is closed", async () => {
    const [me, other] = await signedInMembers(kampus, 2);
    const { id } = await messenger.open(me, other);
    await messenger.say(me, id);
    const [mine, theirs] = [await listen(me), await listen(other)];
    await kampus.db.deleteFrom("sessions").where("user_id", "=", other.id).execute();
    const ended = new Promise((resolve) => theirs.socket.once("disconnect", resolve));
    theirs.socket.emit("delivered", [{ chat_id: id, seq: 1 }]);
    await ended;
    expect(theirs.payloadsOf("session_ended")).toEqual([{}]);
    await receivedAll(me, mine);
    expect(mine.payloadsOf("chat_delivered")).toEqual([]);
  });
});
