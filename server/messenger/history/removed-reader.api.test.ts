/** What a member gets who is removed from a group while their call reads it. */
import { beforeEach, expect, it } from "vitest";
import { createPersons } from "#server/auth/person.ts";
import { createAddressSigning } from "#server/http/address-signing.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { readChanges } from "#server/messenger/change/read-changes.ts";
import { readHistory } from "#server/messenger/history/history.ts";
import { createShowMessages } from "#server/messenger/history/show-messages.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessageChanges } from "#server/testing/test-message-changes.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const message = testMessageChanges(kampus, "group");
let owner: SignedInMember;
let one: SignedInMember;
let chatId: number;
beforeEach(async () => {
  [owner, one] = await signedInMembers(kampus, 2);
  chatId = (await messenger.group(owner, "Группа", [one])).id;
  for (const text of ["Раз", "Два"]) await messenger.say(owner, chatId, text, "group");
  await message.edited(owner, chatId, { seq: 1, text: "Первое" });
});

/** Reads as the member who, once their membership was read, is removed before something is written and edited. */
function removedMeanwhile() {
  let isRemoved = false;
  const db = kampus.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isRemoved) return result;
      isRemoved = true;
      const { token } = owner;
      await kampus.post(`/messenger/group/members/${chatId}`, { remove: [one.id] }, { token });
      await messenger.say(owner, chatId, "Уже без него", "group");
      await message.edited(owner, chatId, { seq: 2, text: "Второе" });
      return result;
    },
  });
  const fileUrl = fileUrlsOn(undefined, createAddressSigning(""));
  const persons = createPersons(db, fileUrl);
  const show = createShowMessages({ db, persons, findMedia: () => Promise.resolve(new Map()) });
  return { db, show };
}
const reader = () => ({ id: one.id, locale: "ru" });

const textsOf = (read: { data: { text: string }[] } | undefined) =>
  read?.data.map(({ text }) => text);

it.each([
  ["after what they have", { after: 0 }],
  ["around a message", { around: 2 }],
  ["at the end", {}],
])("a page of the history %s holds nothing written or edited since", async (_, query) => {
  const chat = { x: "group" as const, id: chatId };
  const page = await readHistory(removedMeanwhile(), reader(), chat, { ...query, limit: 50 });
  expect(textsOf(page)).toEqual([]);
  const stored = await messenger.history(owner, chatId, {}, "group");
  expect(textsOf(stored)).toEqual(["Первое", "Второе", "Уже без него"]);
  expect((await messenger.getMessages(one, chatId, {}, "group")).statusCode).toBe(404);
});

it("the changes that they catch up on hold nothing edited since", async () => {
  const chat = { x: "group" as const, id: chatId };
  const changes = await readChanges(removedMeanwhile(), reader(), chat, { after: 0, limit: 50 });
  expect(textsOf(changes)).toEqual([]);
  expect(textsOf(await message.changes(owner, chatId))).toEqual(["Первое", "Второе"]);
});
