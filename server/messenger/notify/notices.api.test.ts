import { beforeEach, describe, expect, it } from "vitest";
import type { TestMember } from "#server/testing/test-members.ts";
import {
  pushesForFile,
  type TestBrowser,
  pushesArrived,
} from "#server/testing/doubles/test-pushes.ts";

const author = { surname: "Юсупова", name: "Мадина", patronymic: "Рустамовна" };

const pushes = pushesForFile();
const { kampus, messenger, turnOn } = pushes;

let madina: TestMember;
let alisher: TestMember;
let browser: TestBrowser;
let chatId: number;
beforeEach(async () => {
  madina = await kampus.member(author);
  alisher = await kampus.member();
  browser = await turnOn(alisher);
  chatId = (await messenger.open(madina, alisher)).id;
});

describe("the notice of a message", () => {
  it("is pushed to a browser of the recipient, encrypted for it alone, and to nobody else", async () => {
    const hers = await turnOn(madina);
    const { seq } = await messenger.say(madina, chatId, "Ты будешь\n на встрече?");
    await pushesArrived(browser);
    const [push] = browser.received;
    expect(push?.payload).toMatchObject({
      kind: "message",
      user_id: alisher.id,
      chat_id: chatId,
      seq,
      title: "Юсупова Мадина Рустамовна",
      body: "Ты будешь на встрече?",
      url: `/ru/private/${chatId}`, // it opens at the first unread message
    });
    expect(push?.headers).toMatchObject({
      ttl: "86400",
      urgency: "high",
      topic: `chat-${chatId}`,
      "content-encoding": "aes128gcm",
    });
    expect(push?.headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/);
    expect(hers.received).toEqual([]);
  });

  it("is pushed once, with only the beginning of the text", async () => {
    await messenger.say(madina, chatId, "щ".repeat(4000));
    await pushesArrived(browser);
    await pushes.settled(madina);
    expect(browser.received).toHaveLength(1);
    expect(browser.received[0]?.payload.body).toBe(`${"щ".repeat(160)}…`);
  });

  it("is pushed in the language of the recipient", async () => {
    await kampus.put(
      "/api/ru/profile/setting/account",
      { surname: "Ли", name: "Анна", patronymic: "Викторовна", phone: null, locale: "en" },
      { token: alisher.token },
    );
    await messenger.say(madina, chatId, "Салом");
    await pushesArrived(browser);
    expect(browser.received[0]?.payload.url).toMatch(/^\/en\/private\//);
  });

  it("is not pushed from a muted chat, unless the message mentions the recipient", async () => {
    await kampus.db
      .updateTable("chat_members")
      .set({ muted: true })
      .where("user_id", "=", alisher.id)
      .execute();
    const first = await messenger.say(madina, chatId, "тихо");
    await pushes.settled(madina);
    expect(browser.received).toEqual([]);
    const { seq } = await messenger.say(madina, chatId, "Алишер, тихо");
    await kampus.db
      .updateTable("messages")
      .set({ mentions: JSON.stringify([{ id: alisher.id, offset: 0, length: 6 }]) })
      .where("chat_id", "=", chatId)
      .where("seq", ">=", first.seq)
      .execute();
    await pushesArrived(browser);
    expect(browser.received[0]?.payload).toMatchObject({
      seq,
      url: `/ru/private/${chatId}?seq=${seq}`,
    });
  });

  it("is not pushed when the message was read at once on another device", async () => {
    const { seq } = await messenger.say(madina, chatId, "прочитано");
    await messenger.read(alisher, chatId, seq);
    await pushes.settled(madina);
    expect(browser.received).toEqual([]);
  });

  it("is not pushed across a block, nor after the session has ended", async () => {
    await kampus.post(`/api/ru/profile/blocks/${madina.id}`, {}, { token: alisher.token });
    expect((await messenger.send(madina, chatId)).statusCode).toBe(403);
    await kampus.delete(`/api/ru/profile/blocks/${madina.id}`, { token: alisher.token });
    await kampus.post("/api/logout", {}, { token: alisher.token });
    await messenger.say(madina, chatId, "после выхода");
    await pushes.settled(madina);
    expect(browser.received).toEqual([]);
    const left = await kampus.db
      .selectFrom("push_subscriptions")
      .select("endpoint")
      .where("endpoint", "=", browser.subscription.endpoint)
      .execute();
    expect(left).toEqual([]);
  });
});
