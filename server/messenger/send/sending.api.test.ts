import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { faultsIn, statusAndBody } from "#server/testing/answers.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
let one: SignedInMember;
let other: SignedInMember;
let chatId: number;
beforeEach(async () => {
  [one, other] = await signedInMembers(kampus, 2);
  chatId = (await messenger.open(one, other)).id;
});

const texts = async () => (await messenger.history(other, chatId)).data.map(({ text }) => text);

describe("a message", () => {
  it("is answered 201 as it is stored, and both members read it in that form", async () => {
    const client_id = randomUUID();
    const answer = await messenger.send(one, chatId, { client_id, text: "Салом!\nҚалайсиз? 🙂" });
    expect(answer.statusCode).toBe(201);
    const { data } = answer.json<{ data: Message }>();
    expect(data).toEqual({
      chat_id: chatId,
      seq: 1,
      client_id,
      author: {
        id: one.id,
        fullname: one.fullname,
        image: null,
        online: false,
        last_seen_at: null,
      },
      text: "Салом!\nҚалайсиз? 🙂",
      mentions: [],
      attachments: [],
      reply_to: null,
      reply: null,
      forwarded_from: null,
      reactions: [],
      change: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      edited_at: null,
      deleted_at: null,
    });
    for (const member of [one, other])
      expect(await messenger.history(member, chatId)).toEqual({
        data: [data],
        meta: { first_seq: 1, last_seq: 1, last_change: 0 },
      });
  });

  it("sent again under its client_id is answered 200 as it is stored, even with other content", async () => {
    const message = { client_id: randomUUID(), text: "Раз" };
    const first = await messenger.say(one, chatId, message);
    await messenger.say(other, chatId, "Два");
    for (const copy of [message, { ...message, text: "Другое" }]) {
      const again = await messenger.send(one, chatId, copy);
      expect(statusAndBody(again)).toEqual([200, { data: first }]);
    }
    expect(await texts()).toEqual(["Раз", "Два"]);
  });

  it("sent 100 times at once is stored once and counted once", async () => {
    const message = { client_id: randomUUID(), text: "Раз" };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => messenger.send(one, chatId, message)),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([
      ...Array<number>(99).fill(200),
      201,
    ]);
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await texts()).toEqual(["Раз"]);
    expect([await messenger.unread(other), await messenger.unread(one)]).toEqual([1, 0]);
    expect((await messenger.say(other, chatId)).seq).toBe(2);
  });

  it("may carry a client_id that another member or another chat has used", async () => {
    const message = { client_id: randomUUID(), text: "Раз" };
    await messenger.say(one, chatId, message);
    expect((await messenger.say(other, chatId, message)).author.id).toBe(other.id);
    const [third] = await signedInMembers(kampus, 2);
    const second = await messenger.open(one, third);
    expect((await messenger.say(one, second.id, message)).chat_id).toBe(second.id);
  });

  it("takes the author from the token alone", async () => {
    const stored = await messenger.say(one, chatId, {
      text: "Я",
      author_id: other.id,
      author: { id: other.id },
      seq: 77,
      created_at: "2000-01-01T00:00:00.000Z",
    });
    expect([stored.author.id, stored.seq]).toEqual([one.id, 1]);
    expect(stored.created_at).not.toContain("2000");
  });
});

describe("members who write at once", () => {
  it("get seq 1 to n without gaps, in one order for all readers", async () => {
    const written = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        messenger.say(index % 2 === 0 ? one : other, chatId, `Сообщение ${index}`),
      ),
    );
    const seqs = written.map(({ seq }) => seq).sort((a, b) => a - b);
    expect(seqs).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    const [byOne, byOther] = await Promise.all([
      messenger.history(one, chatId, { limit: "100" }),
      messenger.history(other, chatId, { limit: "100" }),
    ]);
    expect(byOne).toEqual(byOther);
    expect(byOne.data).toEqual(written.toSorted((a, b) => a.seq - b.seq));
    expect([await messenger.unread(one), await messenger.unread(other)]).toEqual([30, 30]);
  });

  it("leave no gap where some of them are refused", async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        messenger.send(one, chatId, index % 3 === 0 ? { text: "?", reply_to: 999 } : "Ответ"),
      ),
    );
    const { data } = await messenger.history(one, chatId);
    expect(data.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });
});

describe("the text of a message", () => {
  it.each([
    ["one character", "."],
    ["4,000 letters", "я".repeat(4_000)],
    ["4,000 emoji, each counting as one", "🙂".repeat(4_000)],
    ["markup, which stays text", "<script>alert(1)</script>"],
    ["spaces around", "  a  "],
    ["right-to-left and combining characters", "\u202eшалом\u0301"],
  ])("may be %s", async (_title, text) => {
    expect((await messenger.say(one, chatId, text)).text).toBe(text);
    expect(await texts()).toEqual([text]);
  });

  const tooLong = "Не больше 4\u00a0000 символов";
  it.each([
    ["empty", "", "Обязательное поле"],
    ["blank", " \n\t\u00a0\u2003", "Обязательное поле"],
    ["4,001 letters", "я".repeat(4_001), tooLong],
    ["4,001 emoji", "🙂".repeat(4_001), tooLong],
    ["with NUL", "a\0b", "Недопустимое значение"],
    ["with half a surrogate pair", "a\ud800b", "Недопустимое значение"],
    ["a number", 7, "Недопустимое значение"],
    ["null", null, "Обязательное поле"],
    ["absent", undefined, "Обязательное поле"],
    ["an object", { toString: "x" }, "Недопустимое значение"],
  ])("may not be %s", async (_title, text, message) => {
    expect(statusAndBody(await messenger.send(one, chatId, { text }))).toEqual([
      422,
      { message: "Проверьте заполненные поля", code: "invalid", errors: { text: [message] } },
    ]);
    expect(await texts()).toEqual([]);
  });
});

describe("the other fields of a message", () => {
  it("name in reply_to an earlier message of the chat", async () => {
    await messenger.say(one, chatId, "Вопрос");
    expect((await messenger.say(other, chatId, { text: "Ответ", reply_to: 1 })).reply_to).toBe(1);
  });

  it("refuse in reply_to a message that is absent, not written yet or of another chat", async () => {
    const [third] = await signedInMembers(kampus, 2);
    const second = await messenger.open(one, third);
    await messenger.say(one, second.id);
    for (const reply_to of [1, 2, 2_147_483_647]) {
      const answer = await messenger.send(one, chatId, { text: "Ответ", reply_to });
      expect(statusAndBody(answer)).toMatchObject([404, { code: "not_found" }]);
    }
    expect((await messenger.say(one, chatId)).seq).toBe(1);
  });

  it.each([
    ["client_id", ""],
    ["client_id", "7"],
    ["client_id", null],
    ["client_id", "' OR 1=1 --"],
    ["reply_to", 0],
    ["reply_to", -1],
    ["reply_to", 1.5],
    ["reply_to", "1"],
    ["reply_to", 2 ** 31],
    ["reply_to", 1e300],
    ["chat_id", "1"],
    ["chat_id", 0],
    ["chat_id", 2 ** 31],
    ["chat_id", [1]],
    ["attachments", [0]],
    ["attachments", "x"],
  ])("refuse %s %j on the field", async (field, value) => {
    const answer = await messenger.send(one, chatId, { text: "Текст", [field]: value });
    const errors = faultsIn(answer);
    expect([answer.statusCode, Object.keys(errors)]).toEqual([422, [field]]);
    expect(await texts()).toEqual([]);
  });
});
