import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);

/** Every call that names a chat. */
const calls = (token: string | undefined, chatId: number | string, x = "private") => {
  const options = token ? { token } : {};
  return Promise.all([
    kampus.get(`/messenger/chats/${x}/${chatId}`, options),
    kampus.get(`/messenger/${x}/getMessages/${chatId}`, options),
    kampus.post(`/messenger/${x}/readMessages/${chatId}`, { seq: 1 }, options),
    kampus.post(
      `/messenger/${x}/sendMessage`,
      { chat_id: chatId, client_id: randomUUID(), text: "Кто здесь?" },
      options,
    ),
  ]);
};
const shown = (answers: Awaited<ReturnType<TestKampus["get"]>>[]) =>
  answers.map((answer) => [answer.statusCode, answer.json<unknown>()]);

const notFound = [404, { message: "Ничего не найдено", code: "not_found" }];

describe("a chat", () => {
  let members: [SignedInMember, SignedInMember];
  let chatId: number;
  beforeAll(async () => {
    members = await signedInMembers(kampus, 2);
    chatId = (await messenger.open(...members)).id;
    await messenger.say(members[0], chatId);
  });

  it("looks to members outside of it like one that does not exist", async () => {
    const stranger = await oneMember(kampus);
    const real = shown(await calls(stranger.token, chatId));
    expect(real).toEqual([notFound, notFound, notFound, notFound]);
    expect(shown(await calls(stranger.token, 2_147_483_647))).toEqual(real);
  });

  it("cannot be changed by members who are not in it", async () => {
    const stranger = await oneMember(kampus);
    await calls(stranger.token, chatId);
    expect(await messenger.chat(members[1], chatId)).toMatchObject({ last_seq: 1, unread: 1 });
  });

  it("does not exist under another kind", async () => {
    expect(shown(await calls(members[1].token, chatId, "group"))).toEqual([
      notFound,
      notFound,
      notFound,
      notFound,
    ]);
    expect(await messenger.chat(members[1], chatId)).toMatchObject({ last_seq: 1, unread: 1 });
  });

  it("does not exist under another kind even for a repeated message", async () => {
    const message = { client_id: randomUUID(), text: "Раз" };
    await messenger.say(members[0], chatId, message);
    const again = await messenger.send(members[0], chatId, message, "group");
    expect(statusAndBody(again)).toEqual(notFound);
  });

  it("does not exist under a kind that Kampus does not have", async () => {
    for (const x of ["all", "Private", "channel", "%00"])
      expect(shown(await calls(members[0].token, chatId, x))).toEqual([
        notFound,
        notFound,
        notFound,
        notFound,
      ]);
  });

  it.each([0, -1, "1e3", "9999999999", "abc", "%20", "1.0"])(
    "cannot be named by the id %j",
    async (id) => {
      const { token } = members[0];
      const answers = await Promise.all([
        kampus.get(`/messenger/chats/private/${id}`, { token }),
        kampus.get(`/messenger/private/getMessages/${id}`, { token }),
        kampus.post(`/messenger/private/readMessages/${id}`, { seq: 1 }, { token }),
      ]);
      expect(shown(answers)).toEqual([notFound, notFound, notFound]);
    },
  );
});

describe("the messenger", () => {
  const everything = async (token?: string) => {
    const options = token ? { token } : {};
    const others = await Promise.all([
      kampus.get("/messenger/chats/all", options),
      kampus.get("/messenger/new/messages", options),
      kampus.post("/messenger/private/create/chat/1", {}, options),
    ]);
    const answers = [...(await calls(token, 1)), ...others];
    return answers.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code]);
  };

  it("is closed to visitors", async () => {
    expect(await everything()).toEqual(Array(7).fill([401, "unauthenticated"]));
    expect(await everything("forged")).toEqual(Array(7).fill([401, "unauthenticated"]));
  });

  it("is closed to a member who has just logged out, whatever they send", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const { id: chatId } = await messenger.open(member, other);
    await messenger.say(member, chatId);
    await kampus.post("/api/logout", {}, { token: member.token });
    for (const fields of [{ text: "Салом" }, { attachments: [2_147_483_647] }])
      expect((await messenger.send(member, chatId, fields)).statusCode).toBe(401);
  });

  it("is closed to unverified members", async () => {
    const { token } = await oneMember(kampus, { verified: false });
    expect(await everything(token)).toEqual(Array(7).fill([403, "not_verified"]));
  });
});
