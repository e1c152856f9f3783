import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type SignedInMember, twoMembers } from "#server/testing/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

let kampus: TestKampus;
let messenger: ReturnType<typeof testMessenger>;
beforeAll(async () => {
  kampus = await startTestKampus();
  messenger = testMessenger(kampus);
});
afterEach(closeSockets);
afterAll(() => kampus.close());

const save = async ({ token }: SignedInMember, id: number, text: unknown, version: unknown) => {
  const answer = await kampus.post(`/messenger/private/draft/${id}`, { text, version }, { token });
  return [answer.statusCode, answer.json<{ data?: object }>().data];
};

it("a draft follows the member to their other devices, and shows to nobody else", async () => {
  const [me, other] = await twoMembers(kampus);
  const { id } = await messenger.open(me, other);
  await messenger.say(me, id);
  const [mine, theirs] = [
    await connectSocket(kampus, { token: me.token }),
    await connectSocket(kampus, { token: other.token }),
  ];
  expect(await save(me, id, "Салом, қал", 0)).toEqual([200, { text: "Салом, қал", version: 1 }]);
  await expect
    .poll(() => mine.payloadsOf("draft"))
    .toEqual([{ chat_id: id, text: "Салом, қал", version: 1 }]);
  expect(await messenger.chat(me, id)).toMatchObject({ draft: "Салом, қал", draft_version: 1 });
  expect((await messenger.chat(other, id)).draft).toBe("");
  expect(theirs.payloadsOf("draft")).toEqual([]);
});

it("an older draft never overwrites a newer one, which is answered", async () => {
  const [me, other] = await twoMembers(kampus);
  const { id } = await messenger.open(me, other);
  await save(me, id, "на телефоне", 0);
  expect(await save(me, id, "на компьютере", 0)).toEqual([
    200,
    { text: "на телефоне", version: 1 },
  ]);
  const answers = await Promise.all(["а", "б", "в", "г"].map((text) => save(me, id, text, 1)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await save(me, id, "", 2)).toEqual([200, { text: "", version: 3 }]);
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
  const [me, other] = await twoMembers(kampus);
  const { id } = await messenger.open(me, other);
  expect((await save(me, id, text, version))[0]).toBe(422);
});

it("the longest draft is kept whole, whatever its characters", async () => {
  const [me, other] = await twoMembers(kampus);
  const { id } = await messenger.open(me, other);
  const text = "🎓".repeat(4_000);
  expect(await save(me, id, text, 0)).toEqual([200, { text, version: 1 }]);
});
