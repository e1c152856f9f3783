import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { faultsIn, statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { testMessageChanges } from "#server/testing/test-message-changes.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const message = testMessageChanges(kampus);
let one: SignedInMember;
let other: SignedInMember;
let chatId: number;
afterEach(closeSockets);
beforeEach(async () => {
  [one, other] = await signedInMembers(kampus, 2);
  chatId = (await messenger.open(one, other)).id;
});

const last = async (reader = other) => (await messenger.history(reader, chatId)).data.at(-1);

describe("an edited message", () => {
  it("shows the new text to all, keeps its place and is marked as edited", async () => {
    const written = await messenger.say(one, chatId, "Превет");
    const device = await connectSocket(kampus, { token: other.token });
    const edited = await message.edited(one, chatId, { seq: 1, text: "Привет" });
    expect(edited).toEqual({
      ...written,
      text: "Привет",
      change: 1,
      edited_at: expect.any(String) as string,
    });
    expect(await last()).toEqual(edited);
    await expect.poll(() => device.payloadsOf("message_changed")).toEqual([edited]);
    expect(await messenger.unread(other)).toBe(1);
  });

  it("is found by its new words", async () => {
    await messenger.say(one, chatId, "утро");
    await message.edited(one, chatId, { seq: 1, text: "вечер" });
    const { words } = await kampus.db
      .selectFrom("messages")
      .select("words")
      .where("chat_id", "=", chatId)
      .executeTakeFirstOrThrow();
    expect(String(words)).toContain(`${chatId}:vecher`);
    expect(String(words)).not.toContain("utro");
  });

  it("mentions the members whom the new text mentions", async () => {
    await messenger.say(one, chatId, "Салом");
    const mentions = [{ id: other.id, offset: 0, length: 5 }];
    expect(await message.edited(one, chatId, { seq: 1, text: "Тимур?", mentions })).toMatchObject({
      mentions,
    });
    expect(await message.edited(one, chatId, { seq: 1, text: "Тимур!" })).toMatchObject({
      mentions: [],
    });
    const wrong = [{ id: other.id, offset: 5, length: 5 }];
    const answer = await message.edit(one, chatId, { seq: 1, text: "Тимур", mentions: wrong });
    expect(statusAndBody(answer)).toMatchObject([
      422,
      { errors: { mentions: [expect.any(String)] } },
    ]);
  });

  it("keeps its mention of a member who has left since, and mentions no other outsider", async () => {
    const third = await oneMember(kampus);
    const { id } = await messenger.group(one, "Класс", [other, third]);
    const mentions = [{ id: other.id, offset: 0, length: 5 }];
    await messenger.say(one, id, { text: "Тимур?", mentions }, "group");
    for (const { token } of [other, third])
      await kampus.post(`/messenger/group/leave/${id}`, {}, { token });
    const more = [...mentions, { id: third.id, offset: 7, length: 4 }];
    const edit = { seq: 1, text: "Тимур, Азиз!", mentions: more };
    const answer = await testMessageChanges(kampus, "group").edit(one, id, edit);
    expect(statusAndBody(answer)).toMatchObject([
      200,
      { data: { text: "Тимур, Азиз!", mentions } },
    ]);
  });

  it("is not changed by the same text once more", async () => {
    await messenger.say(one, chatId, "Раз");
    const same = await message.edited(one, chatId, { seq: 1, text: "Раз" });
    expect([same.change, same.edited_at]).toEqual([0, null]);
    expect((await messenger.chat(one, chatId)).last_change).toBe(0);
  });

  it("may be empty only where files are attached", async () => {
    await messenger.say(one, chatId, "Подпись");
    const blank = { seq: 1, text: " " };
    expect((await message.edit(one, chatId, blank)).statusCode).toBe(422);
    const { id: media_id } = await testMedia(kampus).add(one);
    await kampus.db
      .insertInto("message_attachments")
      .values({ chat_id: chatId, seq: 1, position: 0, media_id })
      .execute();
    expect((await message.edit(one, chatId, blank)).statusCode).toBe(200);
  });
});

describe("a message that cannot be edited", () => {
  const edit = { seq: 1, text: "Другое" };
  const refused = async (editor: SignedInMember, body: object = edit) => {
    const answer = await message.edit(editor, chatId, body);
    return [answer.statusCode, answer.json<{ code: string }>().code];
  };
  beforeEach(() => messenger.say(one, chatId, "Раз"));
  afterEach(async () => {
    expect((await last(one))?.text).not.toBe("Другое");
  });

  it("is one of another author", async () => {
    expect(await refused(other)).toEqual([403, "forbidden"]);
  });

  it("is one of another chat, one that does not exist, and one that is deleted", async () => {
    expect(await refused(await oneMember(kampus))).toEqual([404, "not_found"]);
    expect(await refused(one, { ...edit, seq: 2 })).toEqual([404, "not_found"]);
    await message.removed(one, chatId, { seq: 1 });
    expect(await refused(one)).toEqual([404, "not_found"]);
  });

  it("is one that was forwarded", async () => {
    await kampus.db.updateTable("messages").set({ forwarded_from: one.id }).execute();
    expect(await refused(one)).toEqual([403, "forbidden"]);
  });

  it("is the author's own across a block, or once the other accepts no more messages", async () => {
    const profiles = testProfiles(kampus);
    await profiles.hide(other, { messages: "nobody" });
    expect(await refused(one)).toEqual([403, "forbidden"]);
    await profiles.hide(other, { messages: "everyone" });
    await profiles.block(other, one);
    expect(await refused(one)).toEqual([403, "forbidden"]);
  });

  it.each([
    [{ seq: 1 }, "text"],
    [{ text: "Другое" }, "seq"],
    [{ ...edit, seq: 0 }, "seq"],
    [{ ...edit, seq: "1" }, "seq"],
    [{ ...edit, seq: 2 ** 31 }, "seq"],
    [{ ...edit, text: "a\0b" }, "text"],
    [{ ...edit, text: "a\ud800" }, "text"],
    [{ ...edit, text: "я".repeat(4_001) }, "text"],
    [{ ...edit, text: "" }, "text"],
    [{ ...edit, mentions: [{}] }, "mentions"],
  ])("is refused on the field for the text %j", async (body, field) => {
    const answer = await message.edit(one, chatId, body);
    const errors = faultsIn(answer);
    expect([answer.statusCode, Object.keys(errors)]).toEqual([422, [field]]);
  });
});
