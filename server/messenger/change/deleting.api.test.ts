import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
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

describe("a deleted message", () => {
  it("keeps its author, time and place for everybody, and stays unread where it was", async () => {
    const mentions = [{ id: other.id, offset: 0, length: 3 }];
    await messenger.say(other, chatId, "Вопрос");
    const written = await messenger.say(one, chatId, { text: "Раз", reply_to: 1, mentions });
    await message.reacted(other, chatId, { seq: 2, emoji: "👍" });
    const device = await connectSocket(kampus, { token: other.token });
    const deleted = await message.removed(one, chatId, { seq: 2 });
    expect(deleted).toEqual({
      ...written,
      text: "",
      mentions: [],
      reply_to: null,
      reply: null,
      change: 2,
      deleted_at: expect.any(String) as string,
    });
    expect((await messenger.history(other, chatId)).data[1]).toEqual(deleted);
    await expect.poll(() => device.payloadsOf("message_changed")).toEqual([deleted]);
    expect(await messenger.unread(other)).toBe(1);
    expect((await messenger.say(one, chatId)).seq).toBe(3);
    const left = await kampus.db
      .selectFrom("messages")
      .select(["text", "mentions", "words"])
      .where("chat_id", "=", chatId)
      .where("seq", "=", 2)
      .executeTakeFirst();
    expect(left).toEqual({ text: "", mentions: null, words: null });
  });

  it("is deleted once, however often that is requested", async () => {
    await messenger.say(one, chatId, "Раз");
    const first = await message.removed(one, chatId, { seq: 1 });
    expect(await message.removed(one, chatId, { seq: 1 })).toEqual(first);
    expect((await messenger.chat(one, chatId)).last_change).toBe(1);
  });

  it("is shown as deleted in the replies to it", async () => {
    await messenger.say(one, chatId, "Тайна");
    await messenger.say(other, chatId, { text: "Что?", reply_to: 1 });
    await message.removed(one, chatId, { seq: 1 });
    const { data } = await messenger.history(other, chatId);
    expect(data[1]?.reply).toMatchObject({ seq: 1, text: "", deleted: true });
  });

  it("is deleted by its author across a block too, and the other receives no event", async () => {
    await messenger.say(one, chatId, "Раз");
    await testProfiles(kampus).block(other, one);
    const [own, theirs] = [
      await connectSocket(kampus, { token: one.token }),
      await connectSocket(kampus, { token: other.token }),
    ];
    await message.removed(one, chatId, { seq: 1 });
    await expect.poll(() => own.payloadsOf("message_changed")).toHaveLength(1);
    expect(theirs.payloadsOf("message_changed")).toEqual([]);
    expect((await messenger.history(other, chatId)).data[0]?.text).toBe("");
  });
});

describe("a refused deletion", () => {
  beforeEach(() => messenger.say(one, chatId, "Раз"));
  const refused = async (caller: SignedInMember, body: object = { seq: 1 }) => {
    const answer = await message.remove(caller, chatId, body);
    return [answer.statusCode, answer.json<{ code: string }>().code];
  };

  it("is one of the other member's message in a private chat", async () => {
    expect(await refused(other)).toEqual([403, "forbidden"]);
    expect((await messenger.history(one, chatId)).data[0]?.text).toBe("Раз");
  });

  it("is one by a member outside of the chat, or of a message that does not exist", async () => {
    expect(await refused(await oneMember(kampus))).toEqual([404, "not_found"]);
    expect(await refused(one, { seq: 2 })).toEqual([404, "not_found"]);
  });

  it.each([{}, { seq: 0 }, { seq: "1" }, { seq: null }, { seq: 1e300 }, { seq: [1] }])(
    "is one that names the message by %j",
    async (body) => {
      expect(await refused(one, body)).toEqual([422, "invalid"]);
    },
  );
});

describe("in a group", () => {
  it("its owner and admins delete anybody's messages, members their own alone", async () => {
    const [owner, admin, member] = await signedInMembers(kampus, 3);
    const { id } = await messenger.group(owner, "Физика", [admin, member]);
    await kampus.db
      .updateTable("chat_members")
      .set({ role: "admin" })
      .where("chat_id", "=", id)
      .where("user_id", "=", admin.id)
      .execute();
    for (const author of [owner, member, member, member])
      await messenger.say(author, id, "Раз", "group");
    const group = testMessageChanges(kampus, "group");
    expect((await group.remove(member, id, { seq: 1 })).statusCode).toBe(403);
    expect((await group.remove(owner, id, { seq: 2 })).statusCode).toBe(200);
    expect((await group.remove(admin, id, { seq: 3 })).statusCode).toBe(200);
    expect((await group.remove(admin, id, { seq: 1 })).statusCode).toBe(200);
    expect((await group.remove(member, id, { seq: 4 })).statusCode).toBe(200);
  });
});
