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
  await messenger.say(one, chatId, "Раз");
});

const react = (caller: SignedInMember, emoji: string | null) =>
  message.reacted(caller, chatId, { seq: 1, emoji });
const refused = async (caller: SignedInMember, body: object) => {
  const answer = await message.react(caller, chatId, body);
  return [answer.statusCode, answer.json<{ code: string }>().code];
};

describe("a reaction", () => {
  it("is one for each member, published to all, in the order in which they were first chosen", async () => {
    const device = await connectSocket(kampus, { token: one.token });
    await react(other, "👍");
    expect((await react(one, "👍")).reactions).toEqual([
      { emoji: "👍", count: 2, user_ids: [other.id, one.id] },
    ]);
    const last = await react(other, "❤️");
    expect(last.reactions).toEqual([
      { emoji: "👍", count: 1, user_ids: [one.id] },
      { emoji: "❤️", count: 1, user_ids: [other.id] },
    ]);
    expect([last.change, last.edited_at]).toEqual([3, null]);
    await expect
      .poll(() => device.payloadsOf("message_changed").map(({ change }) => change))
      .toEqual([1, 2, 3]);
    const { reactions, change } = last;
    expect((await messenger.history(other, chatId)).data).toMatchObject([{ reactions, change }]);
  });

  it("changes nothing when it is repeated, or is removed where there is none", async () => {
    expect((await react(one, null)).change).toBe(0);
    await react(one, "👍");
    expect((await react(one, "👍")).change).toBe(1);
    expect(await react(one, null)).toMatchObject({ reactions: [], change: 2 });
    expect((await react(one, null)).change).toBe(2);
    expect((await messenger.chat(one, chatId)).last_change).toBe(2);
  });

  it.each(["👍", "❤️", "🏳️‍🌈", "👩🏽‍❤️‍💋‍👨🏿", "🇺🇿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣"])("may be %s", async (emoji) => {
    expect((await react(one, emoji)).reactions).toMatchObject([{ emoji }]);
  });

  it.each([
    " ",
    "a",
    "1",
    "👍👍",
    "👍 ",
    "👍\0",
    "\ud83d",
    "‍",
    "🏽‍",
    "<b>",
    "👍".repeat(1_000),
    7,
    undefined,
    {},
  ])("may not be %j", async (emoji) => {
    expect(await refused(one, { seq: 1, emoji })).toEqual([422, "invalid"]);
    expect((await messenger.chat(one, chatId)).last_change).toBe(0);
  });
});

describe("a reaction is refused", () => {
  it("in chats of others, and to a message that does not exist or is deleted", async () => {
    const emoji = "👍";
    expect(await refused(await oneMember(kampus), { seq: 1, emoji })).toEqual([404, "not_found"]);
    expect(await refused(one, { seq: 2, emoji })).toEqual([404, "not_found"]);
    await message.removed(one, chatId, { seq: 1 });
    expect(await refused(other, { seq: 1, emoji })).toEqual([404, "not_found"]);
  });

  it("across a block, and only the member who blocked is told so", async () => {
    await testProfiles(kampus).block(one, other);
    const said = async (caller: SignedInMember) => {
      const answer = await message.react(caller, chatId, { seq: 1, emoji: "👍" });
      return [answer.statusCode, answer.json<{ message: string }>().message];
    };
    const [own, theirs] = [await said(one), await said(other)];
    expect([own[0], theirs[0]]).toEqual([403, 403]);
    expect(own[1]).not.toBe(theirs[1]);
  });

  it("to a message that was written before the member joined", async () => {
    await kampus.db
      .updateTable("chat_members")
      .set({ joined_seq: 1 })
      .where("chat_id", "=", chatId)
      .where("user_id", "=", other.id)
      .execute();
    expect(await refused(other, { seq: 1, emoji: "👍" })).toEqual([404, "not_found"]);
    const device = await connectSocket(kampus, { token: other.token });
    await react(one, "👍");
    await messenger.say(one, chatId, "Два");
    await expect.poll(() => device.payloadsOf("message")).toHaveLength(1);
    expect(device.payloadsOf("message_changed")).toEqual([]);
  });
});
