import { afterEach, expect, it } from "vitest";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
afterEach(closeSockets);

const save = async (
  { token }: SignedInMember,
  id: number,
  text: unknown,
  version: unknown,
  mentions?: unknown,
) => {
  const body = { text, version, mentions };
  const answer = await kampus.post(`/messenger/private/draft/${id}`, body, { token });
  return [answer.statusCode, answer.json<{ data?: object }>().data];
};

it("a draft follows the member to their other devices, and is hidden from everybody else", async () => {
  const [me, other] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, other);
  await messenger.say(me, id);
  const [mine, theirs] = [
    await connectSocket(kampus, { token: me.token }),
    await connectSocket(kampus, { token: other.token }),
  ];
  const draft = { text: "Салом, қал", version: 1, mentions: [], seq: 1 };
  expect(await save(me, id, "Салом, қал", 0)).toEqual([200, draft]);
  await expect.poll(() => mine.payloadsOf("draft")).toEqual([{ chat_id: id, ...draft }]);
  expect(await messenger.chat(me, id)).toMatchObject({ draft: "Салом, қал", draft_version: 1 });
  expect((await messenger.chat(other, id)).draft).toBe("");
  expect(theirs.payloadsOf("draft")).toEqual([]);
});

it("a mention in a draft is there on the member's other devices too", async () => {
  const [me, other] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, other);
  const mine = await connectSocket(kampus, { token: me.token });
  const mentions = [{ id: other.id, offset: 4, length: 5 }];
  await save(me, id, "Это @Друг важно", 0, mentions);
  await expect.poll(() => mine.payloadsOf("draft")).toMatchObject([{ mentions }]);
  expect(await messenger.chat(me, id)).toMatchObject({ draft_mentions: mentions });
  await save(me, id, "Это важно", 1);
  expect(await messenger.chat(me, id)).toMatchObject({ draft_mentions: [] });
});

it("a mention past the end of a draft is refused", async () => {
  const [me, other] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, other);
  const mentions = [{ id: other.id, offset: 2, length: 5 }];
  expect((await save(me, id, "Это", 0, mentions))[0]).toBe(422);
});

it("a draft names the message after which it was written", async () => {
  const [me, other] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, other);
  await messenger.say(me, id);
  await save(me, id, "потом", 0);
  await messenger.say(other, id);
  expect(await messenger.chat(me, id)).toMatchObject({ draft_seq: 1, last_seq: 2 });
});

it("an older draft never overwrites a newer one, which is answered", async () => {
  const [me, other] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, other);
  await save(me, id, "на телефоне", 0);
  expect(await save(me, id, "на компьютере", 0)).toEqual([
    200,
    { text: "на телефоне", version: 1, mentions: [], seq: 0 },
  ]);
  const answers = await Promise.all(["а", "б", "в", "г"].map((text) => save(me, id, text, 1)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await save(me, id, "", 2)).toMatchObject([200, { text: "", version: 3 }]);
});

it.each([
  ["я".repeat(4_001), 0],
  ["a\0", 0],
  ["\udc00", 0],
  [null, 0],
  ["a", -1],
  ["a", "0"],
  ["a", undefined],
])("a draft is refused that is no text or follows no version", async (text, version) => {
  const [me, other] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, other);
  expect((await save(me, id, text, version))[0]).toBe(422);
});

it("the longest draft is stored completely, whatever its characters", async () => {
  const [me, other] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, other);
  const text = "🎓".repeat(4_000);
  expect(await save(me, id, text, 0)).toMatchObject([200, { text, version: 1 }]);
});
