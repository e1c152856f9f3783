import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { SendMessageInput } from "#lib/messenger/contract/schema.ts";
import { prepareMessage } from "#server/messenger/send/prepare-message.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const media = testMedia(kampus);
let one: SignedInMember;
let other: SignedInMember;
let chatId: number;
beforeEach(async () => {
  [one, other] = await signedInMembers(kampus, 2);
  chatId = (await messenger.open(one, other)).id;
});

const prepare = (input: Partial<SendMessageInput>, author = one) =>
  prepareMessage(kampus.db, author.id, { chat_id: chatId, client_id: randomUUID(), ...input });
const refusedIn = (field: string) => ({
  code: "invalid",
  fields: { [field]: [expect.any(String)] },
});
const missing = { code: "not_found" };

describe("the preparation of a plain text", () => {
  it("reads nothing from the database", async () => {
    const none = null as unknown as TestKampus["db"]; // whatever is asked of it fails
    const input = { chat_id: 7, client_id: randomUUID(), text: "Салом" };
    expect(await prepareMessage(none, 1, input)).toEqual({
      text: "Салом",
      mentions: null,
      attachments: [],
      forwarded_from: null,
      words: expect.arrayContaining(["7:salom"]) as string[],
    });
  });
});

describe("attachments", () => {
  it("are the author's own, in the order given", async () => {
    const [first, second] = [await media.add(one), await media.add(one, "more")];
    const attachments = [second.id, first.id];
    expect(await prepare({ attachments })).toMatchObject({ text: "", attachments });
  });

  it("are refused when one is another member's or missing", async () => {
    const [own, theirs] = [await media.add(one), await media.add(other)];
    for (const ids of [[own.id, theirs.id], [theirs.id], [own.id, 2_147_483_647]])
      await expect(prepare({ attachments: ids })).rejects.toMatchObject(refusedIn("attachments"));
  });
});

describe("mentions", () => {
  const mention = (offset: number, length: number, id = other.id) => ({ id, offset, length });

  it("are stored in the order of the text", async () => {
    const mentions = [mention(7, 3, one.id), mention(0, 3)];
    expect(await prepare({ text: "🙂a, и 🙂b", mentions })).toMatchObject({
      mentions: [mentions[1], mentions[0]],
    });
  });

  it.each([
    ["outside of the text", () => [mention(3, 3)]],
    ["before it", () => [mention(-1, 2)]],
    ["that begin in the middle of a character", () => [mention(1, 2)]],
    ["that end in the middle of a character", () => [mention(2, 2)]],
    ["over each other", () => [mention(0, 3), mention(2, 1)]],
  ])("are refused: %s", async (_title, mentions) => {
    await expect(prepare({ text: "🙂a🙂", mentions: mentions() })).rejects.toMatchObject(
      refusedIn("mentions"),
    );
  });

  it("leave out whoever is not in the chat, a member of Kampus or not", async () => {
    const stranger = await oneMember(kampus);
    const outsiders = [mention(0, 1, stranger.id), mention(1, 1, 2_147_483_647)];
    expect(await prepare({ text: "abc", mentions: outsiders })).toMatchObject({
      text: "abc",
      mentions: null,
    });
    const mentions = [...outsiders, mention(2, 1)];
    expect(await prepare({ text: "abc", mentions })).toMatchObject({ mentions: [mention(2, 1)] });
  });

  it("do not reveal to an outsider who is in a chat", async () => {
    const stranger = await oneMember(kampus);
    for (const chat_id of [chatId, 2_147_483_647])
      await expect(
        prepare({ chat_id, text: "ab", mentions: [mention(0, 1)] }, stranger),
      ).rejects.toMatchObject(missing);
  });
});

describe("a message that is forwarded", () => {
  const forward = (seq: number, author = one, chat_id = chatId) =>
    prepare({ forward: { chat_id, seq }, text: "beside it" }, author);

  it("has the text of the original, is found by its words in the other chat, and names its author", async () => {
    const { seq } = await messenger.say(other, chatId, "Привет");
    const target = (await messenger.open(one, await oneMember(kampus))).id;
    const prepared = await prepare({ chat_id: target, forward: { chat_id: chatId, seq } });
    expect(prepared).toEqual({
      text: "Привет",
      mentions: null,
      attachments: [],
      forwarded_from: other.id,
      words: expect.arrayContaining([`${target}:privet`]) as string[],
    });
    await kampus.db
      .updateTable("messages")
      .set({ forwarded_from: one.id })
      .where("chat_id", "=", chatId)
      .execute();
    expect(await forward(seq)).toMatchObject({ forwarded_from: one.id });
  });

  it("shares the attachments of the original, though they are another member's", async () => {
    const { seq } = await messenger.say(other, chatId, "Фото");
    const { id } = await media.add(other);
    await kampus.db
      .insertInto("message_attachments")
      .values({ chat_id: chatId, seq, position: 0, media_id: id })
      .execute();
    expect(await forward(seq)).toMatchObject({ attachments: [id] });
  });

  it("is answered as not found to a member who joined later, and once the original is deleted", async () => {
    const { seq } = await messenger.say(other, chatId, "Раньше");
    const mine = kampus.db
      .updateTable("chat_members")
      .where("chat_id", "=", chatId)
      .where("user_id", "=", one.id);
    await mine.set({ joined_seq: seq }).execute();
    await expect(forward(seq)).rejects.toMatchObject(missing);
    await mine.set({ joined_seq: 0 }).execute();
    await kampus.db.updateTable("messages").set({ deleted_at: new Date() }).execute();
    await expect(forward(seq)).rejects.toMatchObject(missing);
  });
});
