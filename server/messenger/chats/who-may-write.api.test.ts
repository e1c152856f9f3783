import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const profiles = testProfiles(kampus);

const create = ({ token }: SignedInMember, id: number) =>
  kampus.post(`/messenger/private/create/chat/${id}`, {}, { token });
const canWrite = async ({ token }: SignedInMember, { id }: { id: number }) => {
  return (await dataFrom<{ can_write: boolean }>(kampus.get(`/api/en/user/${id}`, { token })))
    .can_write;
};
const members = async () => {
  const [one, friend] = await signedInMembers(kampus, 2);
  await profiles.befriend(friend, one);
  return { one, friend, stranger: await oneMember(kampus) };
};

describe("a chat with a member who decides who may write to them", () => {
  it.each([
    ["everyone", 200, 200],
    ["friends", 200, 404],
    ["nobody", 404, 404],
  ] as const)(
    "is opened only by members whom the setting %s allows",
    async (audience, friends, strangers) => {
      const { one, friend, stranger } = await members();
      await profiles.hide(one, { messages: audience });
      expect([await canWrite(friend, one), await canWrite(stranger, one)]).toEqual(
        [friends, strangers].map((status) => status === 200),
      );
      const answers = [await create(friend, one.id), await create(stranger, one.id)];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([friends, strangers]);
      const missing = await create(stranger, 2_147_483_647);
      for (const answer of answers.filter(({ statusCode }) => statusCode === 404))
        expect(answer.json()).toEqual(missing.json());
      expect(await canWrite(one, stranger)).toBe(true);
      expect((await create(one, stranger.id)).statusCode).toBe(200);
    },
  );

  it("stays readable when it was opened before", async () => {
    const { one, stranger } = await members();
    const opened = await messenger.open(stranger, one);
    await profiles.hide(one, { messages: "nobody" });
    expect((await create(stranger, one.id)).json()).toMatchObject({ data: { id: opened.id } });
    expect((await messenger.getMessages(stranger, opened.id)).statusCode).toBe(200);
  });

  it("is hidden from the other when only they have opened it, and is shown from their first message on", async () => {
    const { one, stranger } = await members();
    await profiles.hide(one, { messages: "nobody" });
    const opened = await messenger.open(one, stranger);
    expect((await create(stranger, one.id)).statusCode).toBe(404);
    await messenger.say(one, opened.id, "Салом");
    expect((await create(stranger, one.id)).json()).toMatchObject({ data: { id: opened.id } });
  });
});

describe("a message to a member who does not accept it", () => {
  it.each([
    ["friends", "This member accepts messages only from friends"],
    ["nobody", "This member accepts messages from nobody"],
  ] as const)(
    "is refused with the reason where the setting is %s, and nothing of it is stored",
    async (audience, message) => {
      const { one, stranger } = await members();
      const chat = await messenger.open(stranger, one);
      const first = await messenger.say(stranger, chat.id, "Салом");
      await profiles.hide(one, { messages: audience });
      const answer = await kampus.post(
        "/messenger/private/sendMessage",
        { chat_id: chat.id, client_id: randomUUID(), text: "Ещё" },
        { token: stranger.token, headers: { "accept-language": "en" } },
      );
      expect(statusAndBody(answer)).toEqual([403, { message, code: "forbidden" }]);
      expect(await messenger.unread(one)).toBe(1);
      expect(await messenger.history(one, chat.id)).toMatchObject({
        data: [{ seq: first.seq }],
        meta: { last_seq: first.seq },
      });
      expect((await messenger.send(one, chat.id, "Сам напишу")).statusCode).toBe(201);
    },
  );

  it("is stored as soon as they accept it: from a friend, or from everyone", async () => {
    const { one, stranger } = await members();
    const chat = await messenger.open(stranger, one);
    await profiles.hide(one, { messages: "friends" });
    expect((await messenger.send(stranger, chat.id)).statusCode).toBe(403);
    await profiles.befriend(one, stranger);
    expect((await messenger.send(stranger, chat.id)).statusCode).toBe(201);
    await profiles.hide(one, { messages: "nobody" });
    expect((await messenger.send(stranger, chat.id)).statusCode).toBe(403);
    await profiles.hide(one, { messages: "everyone" });
    expect((await messenger.send(stranger, chat.id)).statusCode).toBe(201);
  });

  it("is answered as before when it was stored before the setting changed", async () => {
    const { one, stranger } = await members();
    const chat = await messenger.open(stranger, one);
    const message = { client_id: randomUUID(), text: "Салом" };
    const stored = await messenger.say(stranger, chat.id, message);
    await profiles.hide(one, { messages: "nobody" });
    const again = await messenger.send(stranger, chat.id, message);
    expect(statusAndBody(again)).toEqual([200, { data: stored }]);
  });

  it("is never stored once their change of the setting is answered, however many are sent at once", async () => {
    const { one, stranger } = await members();
    const chat = await messenger.open(stranger, one);
    const sending = Array.from({ length: 20 }, () => messenger.send(stranger, chat.id));
    const saved = await kampus.put(
      "/api/en/profile/setting/privacy",
      { messages: "nobody" },
      { token: one.token },
    );
    expect(saved.statusCode).toBe(200);
    const late = await Promise.all(
      Array.from({ length: 20 }, () => messenger.send(stranger, chat.id)),
    );
    expect(late.map(({ statusCode }) => statusCode)).toEqual(late.map(() => 403));
    const early = (await Promise.all(sending)).map(({ statusCode }) => statusCode);
    const { meta } = await messenger.history(one, chat.id);
    expect(early.filter((status) => status === 201)).toHaveLength(meta.last_seq);
    expect(early.every((status) => status === 201 || status === 403)).toBe(true);
  });

  it("is stored in a group, whoever is in it", async () => {
    const { one, stranger } = await members();
    await profiles.hide(one, { messages: "nobody" });
    const group = await kampus.db
      .insertInto("chats")
      .values({ kind: "group", title: "Курс" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await kampus.db
      .insertInto("chat_members")
      .values([one, stranger].map(({ id }) => ({ chat_id: group.id, user_id: id })))
      .execute();
    expect((await messenger.send(stranger, group.id, "Всем", "group")).statusCode).toBe(201);
  });

  it("reveals nothing of a chat in which the author is not", async () => {
    const { one, friend, stranger } = await members();
    const chat = await messenger.open(friend, one);
    await profiles.hide(one, { messages: "nobody" });
    const [foreign, missing] = [
      await messenger.send(stranger, chat.id),
      await messenger.send(stranger, 2_147_483_647),
    ];
    expect(statusAndBody(foreign)).toEqual([404, missing.json()]);
  });
});
