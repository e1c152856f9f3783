import { beforeEach, describe, expect, it } from "vitest";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessageChanges } from "#server/testing/test-message-changes.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const message = testMessageChanges(kampus);
let one: SignedInMember;
let other: SignedInMember;
let chatId: number;
beforeEach(async () => {
  [one, other] = await signedInMembers(kampus, 2);
  chatId = (await messenger.open(one, other)).id;
  for (const text of ["Раз", "Два", "Три"]) await messenger.say(one, chatId, text);
});

const seen = async (reader: SignedInMember, query: Record<string, string> = {}) => {
  const { data, meta } = await message.changes(reader, chatId, query);
  return [data.map(({ change, seq }) => [change, seq]), meta.last_change];
};

describe("a member who was offline", () => {
  it("gets each changed message, in its current state, in the order of the changes", async () => {
    expect(await seen(other)).toEqual([[], 0]);
    await message.edited(one, chatId, { seq: 3, text: "3" });
    await message.removed(one, chatId, { seq: 1 });
    await message.reacted(other, chatId, { seq: 3, emoji: "👍" });
    expect(await seen(other)).toEqual([
      [
        [2, 1],
        [3, 3],
      ],
      3,
    ]);
    expect((await message.changes(other, chatId, { after: "2" })).data).toEqual([
      (await messenger.history(other, chatId)).data[2],
    ]);
    expect(await seen(other, { after: "3" })).toEqual([[], 3]);
    expect(await seen(other, { limit: "1" })).toEqual([[[2, 1]], 3]);
  });

  it("catches up page by page to the same messages as the others have", async () => {
    for (let round = 0; round < 7; round += 1)
      await message.edited(one, chatId, { seq: (round % 3) + 1, text: `Круг ${round}` });
    const caught = new Map<number, string>();
    for (let after = 0; ;) {
      const { data, meta } = await message.changes(other, chatId, {
        after: `${after}`,
        limit: "1",
      });
      for (const { seq, text } of data) caught.set(seq, text);
      after = data.at(-1)?.change ?? meta.last_change;
      if (data.length < 1) break;
    }
    const { data } = await messenger.history(other, chatId);
    expect(caught).toEqual(new Map(data.map(({ seq, text }) => [seq, text])));
  });

  it("gets no changes of messages from before they joined", async () => {
    await message.edited(one, chatId, { seq: 1, text: "Раньше" });
    await message.edited(one, chatId, { seq: 3, text: "Позже" });
    await kampus.db
      .updateTable("chat_members")
      .set({ joined_seq: 2 })
      .where("chat_id", "=", chatId)
      .where("user_id", "=", other.id)
      .execute();
    expect(await seen(other)).toEqual([[[2, 3]], 2]);
  });

  it("gets no changes of other chats, nor under another kind than the chat's", async () => {
    const stranger = await oneMember(kampus);
    expect((await message.getChanges(stranger, chatId)).statusCode).toBe(404);
    const group = testMessageChanges(kampus, "group");
    expect((await group.getChanges(one, chatId)).statusCode).toBe(404);
  });

  it.each(["after=-1", "after=x", "after=9999999999", "limit=0", "limit=101", "limit="])(
    "must name the last change by its number: %s is refused",
    async (query) => {
      const { token } = one;
      const answer = await kampus.get(`/messenger/private/getChanges/${chatId}?${query}`, {
        token,
      });
      expect(answer.statusCode).toBe(422);
    },
  );
});

describe("changes at once", () => {
  it("are numbered without gaps, and the message is as the last of them made it", async () => {
    const emoji = ["👍", "❤️", "🔥"];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const seq = (index % 3) + 1;
        if (index % 10 === 9) return message.remove(one, chatId, { seq: 1 });
        if (index % 2 === 0) return message.edit(one, chatId, { seq, text: `Правка ${index}` });
        return message.react(other, chatId, { seq, emoji: emoji[(index % 7) % 3] });
      }),
    );
    // Only what was deleted meanwhile is not there any more.
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]));
    const numbers = answers
      .filter(({ statusCode }) => statusCode === 200)
      .map((answer) => answer.json<{ data: { change: number } }>().data.change);
    const { last_change } = await messenger.chat(one, chatId);
    expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(
      Array.from({ length: last_change }, (_, index) => index + 1),
    );
    const { data } = await messenger.history(other, chatId);
    expect(data[0]).toMatchObject({
      text: "",
      reactions: [],
      deleted_at: expect.any(String) as string,
    });
    const changed = await message.changes(other, chatId);
    expect(changed.data.toSorted((a, b) => a.seq - b.seq)).toEqual(data);
    expect(Math.max(...data.map(({ change }) => change))).toBe(last_change);
  });
});
