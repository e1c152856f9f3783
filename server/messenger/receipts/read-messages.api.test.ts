import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const profiles = testProfiles(kampus);
let writer: SignedInMember;
let reader: SignedInMember;
let chatId: number;
beforeEach(async () => {
  [writer, reader] = await signedInMembers(kampus, 2);
  chatId = (await messenger.open(writer, reader)).id;
});

afterEach(closeSockets);

const write = async (count: number) => {
  await Promise.all(Array.from({ length: count }, () => messenger.say(writer, chatId)));
};

const state = async () => {
  const { last_read_seq, unread } = await messenger.chat(reader, chatId);
  return { last_read_seq, unread };
};

describe("reading a chat", () => {
  it("moves the member's receipt forward and answers how many messages are left", async () => {
    await write(5);
    expect(statusAndBody(await messenger.read(reader, chatId, 3))).toEqual([
      200,
      { message: "Прочитано", data: { last_read_seq: 3, unread: 2 } },
    ]);
    expect(await state()).toEqual({ last_read_seq: 3, unread: 2 });
  });

  it("never moves the receipt back", async () => {
    await write(5);
    await messenger.read(reader, chatId, 4);
    for (const seq of [0, 1, 3, 4])
      expect((await messenger.read(reader, chatId, seq)).json()).toMatchObject({
        data: { last_read_seq: 4, unread: 1 },
      });
  });

  it("again, after a lost answer, is published to the reader's other devices once more, and to the writer once in all", async () => {
    await write(2);
    const [device, writers] = await Promise.all([
      connectSocket(kampus, { token: reader.token }),
      connectSocket(kampus, { token: writer.token }),
    ]);
    await messenger.read(reader, chatId, 2);
    await expect.poll(() => writers.payloadsOf("chat_read")).toHaveLength(1);
    await messenger.read(reader, chatId, 2);
    await expect.poll(() => device.payloadsOf("chat_read")).toHaveLength(2);
    await expect
      .poll(() => device.payloadsOf("all_new_messages_count").slice(-2))
      .toEqual([{ all_new_messages_count: 0 }, { all_new_messages_count: 0 }]);
    expect(writers.payloadsOf("chat_read")).toHaveLength(1);
  });

  it("again, after it was marked as unread, is published to the reader's own devices alone, until they read on", async () => {
    await write(3);
    const [device, writers] = await Promise.all([
      connectSocket(kampus, { token: reader.token }),
      connectSocket(kampus, { token: writer.token }),
    ]);
    await messenger.read(reader, chatId, 3);
    await kampus.post(
      `/messenger/private/markUnread/${chatId}`,
      { seq: 1 },
      { token: reader.token },
    );
    await messenger.read(reader, chatId, 2);
    await messenger.read(reader, chatId, 3);
    await write(1);
    await messenger.read(reader, chatId, 4);
    const read = (...seqs: number[]) =>
      seqs.map((seq) => ({ chat_id: chatId, user_id: reader.id, seq }));
    await expect.poll(() => writers.payloadsOf("chat_read")).toContainEqual(read(4)[0]);
    expect(writers.payloadsOf("chat_read")).toEqual(read(3, 4));
    await expect.poll(() => device.payloadsOf("chat_read")).toEqual(read(3, 2, 3, 4));
  });

  it("after a block is taken back is published to the writer, who saw none of it meanwhile", async () => {
    await write(2);
    await profiles.block(writer, reader);
    await messenger.read(reader, chatId, 2);
    await kampus.delete(`/api/en/profile/blocks/${reader.id}`, { token: writer.token });
    const writers = await connectSocket(kampus, { token: writer.token });
    await messenger.read(reader, chatId, 2);
    await expect
      .poll(() => writers.payloadsOf("chat_read"))
      .toEqual([{ chat_id: chatId, user_id: reader.id, seq: 2 }]);
  });

  it("in a small group is published to everybody, although others had read as far before", async () => {
    const [owner, ...others] = await signedInMembers(kampus, 4);
    const { id } = await messenger.group(owner, "Физика", others);
    await messenger.say(owner, id, "Салом", "group");
    const device = await connectSocket(kampus, { token: owner.token });
    for (const { token } of others)
      await kampus.post(`/messenger/group/readMessages/${id}`, { seq: 1 }, { token });
    await expect
      .poll(() => device.payloadsOf("chat_read"))
      .toEqual(others.map((one) => ({ chat_id: id, user_id: one.id, seq: 1 })));
  });

  it("beyond the last message moves the receipt only to the last one, so that the next message is unread", async () => {
    await write(2);
    expect((await messenger.read(reader, chatId, 2_147_483_647)).json()).toMatchObject({
      data: { last_read_seq: 2, unread: 0 },
    });
    await write(1);
    expect(await state()).toEqual({ last_read_seq: 2, unread: 1 });
  });

  it("in many calls at once, in any order, moves the receipt to the furthest of them", async () => {
    await write(20);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => messenger.read(reader, chatId, (index * 7) % 20)),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200));
    expect(await state()).toEqual({ last_read_seq: 19, unread: 1 });
  });

  it("leaves the other member's receipt unchanged", async () => {
    await write(2);
    await messenger.read(reader, chatId, 2);
    expect(await messenger.chat(writer, chatId)).toMatchObject({ last_read_seq: 0, unread: 0 });
  });

  it("leaves the receipt of an empty chat at 0", async () => {
    expect((await messenger.read(reader, chatId, 9)).json()).toMatchObject({
      data: { last_read_seq: 0, unread: 0 },
    });
  });

  it.each([
    ...[-1, 1.5, "1", 2 ** 31, 1e300, true, [1]].map((seq) => ({
      seq,
      text: "Недопустимое значение",
    })),
    ...[null, undefined].map((seq) => ({ seq, text: "Обязательное поле" })),
  ])("with the seq $seq is refused on the field", async ({ seq, text }) => {
    expect(statusAndBody(await messenger.read(reader, chatId, seq))).toMatchObject([
      422,
      { code: "invalid", errors: { seq: [text] } },
    ]);
  });
});

describe("the count of unread messages", () => {
  const sum = async (member: SignedInMember) => {
    const unreads = (await messenger.chats(member)).data.map(({ unread }) => unread);
    expect(unreads.every((unread) => unread >= 0)).toBe(true);
    return unreads.reduce((total, unread) => total + unread, 0);
  };

  it("is the sum of the chats, in every list", async () => {
    const me = await oneMember(kampus);
    const peers = await signedInMembers(kampus, 4);
    for (const [index, peer] of peers.entries()) {
      const chat = await messenger.open(peer, me);
      for (let sent = 0; sent < index; sent += 1) await messenger.say(peer, chat.id);
      await messenger.say(me, chat.id);
      if (index === 3) await messenger.read(me, chat.id, 1);
    }
    expect([await messenger.unread(me), await sum(me)]).toEqual([5, 5]);
  });

  it("leaves out the member's own messages", async () => {
    await write(3);
    expect([await messenger.unread(writer), await messenger.unread(reader)]).toEqual([0, 3]);
    await messenger.say(reader, chatId);
    expect([await messenger.unread(writer), await messenger.unread(reader)]).toEqual([1, 3]);
  });

  it("stays right and never negative while some write and others read", async () => {
    const counts: number[] = [];
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        if (index % 4 === 3) await messenger.read(reader, chatId, index);
        else await messenger.say(index % 4 === 2 ? reader : writer, chatId);
        counts.push(await messenger.unread(reader));
      }),
    );
    expect(counts.every((count) => count >= 0)).toBe(true);
    expect(await messenger.unread(reader)).toBe(await sum(reader));
    await messenger.read(reader, chatId, 40);
    expect([await messenger.unread(reader), await sum(reader)]).toEqual([0, 0]);
  });
});

it("messages, receipts and chats marked as unread that come at once leave the exact number of unread messages", async () => {
  await write(20);
  await messenger.say(reader, chatId);
  const unreadFrom = (seq: number) =>
    kampus.post(`/messenger/private/markUnread/${chatId}`, { seq }, { token: reader.token });
  const calls = Array.from({ length: 300 }, (_, index) => {
    if (index % 5 < 2) return messenger.send(index % 2 ? writer : reader, chatId);
    if (index % 5 === 2) return unreadFrom(1 + (index % 20));
    return messenger.read(reader, chatId, index % 5 === 3 ? 20 + index : 2_000_000_000);
  });
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
  const { last_read_seq, unread } = await state();
  const { left } = await kampus.db
    .selectFrom("messages")
    .select((eb) => eb.fn.countAll<string>().as("left"))
    .where("chat_id", "=", chatId)
    .where("seq", ">", last_read_seq)
    .where("author_id", "<>", reader.id)
    .executeTakeFirstOrThrow();
  expect(unread).toBe(Number(left));
  expect(await messenger.unread(reader)).toBe(unread);
});
