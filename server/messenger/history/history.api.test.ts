import { beforeAll, describe, expect, it } from "vitest";
import type { History } from "#lib/messenger/contract/schema.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
let reader: SignedInMember;
let chatId: number;
const count = 230;
beforeAll(async () => {
  const [writer, other] = await signedInMembers(kampus, 2);
  reader = other;
  chatId = (await messenger.open(writer, reader)).id;
  await Promise.all(
    Array.from({ length: count }, () => messenger.say(writer, chatId, "Сообщение")),
  );
});

const seqs = async (query: Record<string, string | number>) =>
  (await messenger.history(reader, chatId, query)).data.map(({ seq }) => seq);

/** The numbers from `first` to `last`. */
const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

describe("the history of a chat", () => {
  it.each([
    ["the newest 50", {}, range(181, 230)],
    ["as many of the newest as asked", { limit: 3 }, range(228, 230)],
    ["100 at most", { limit: 100 }, range(131, 230)],
    ["those just before", { before: 100, limit: 10 }, range(90, 99)],
    ["nothing before the first", { before: 1 }, []],
    ["nothing before 0", { before: 0 }, []],
    ["what there is before the third", { before: 3 }, range(1, 2)],
    ["the newest before one to come", { before: 2_147_483_647, limit: 2 }, range(229, 230)],
    ["those just after", { after: 100, limit: 10 }, range(101, 110)],
    ["the first after 0", { after: 0, limit: 2 }, range(1, 2)],
    ["what there is after the last but two", { after: 228 }, range(229, 230)],
    ["nothing after the last", { after: 230 }, []],
    ["nothing after one to come", { after: 2_147_483_647 }, []],
    ["both sides of one", { around: 100, limit: 10 }, range(96, 105)],
    ["one alone", { around: 100, limit: 1 }, [100]],
    ["the beginning around the first", { around: 1, limit: 10 }, range(1, 10)],
    ["the beginning around 0", { around: 0, limit: 4 }, range(1, 4)],
  ])("gives %s, ascending", async (_title, query, expected) => {
    expect(await seqs(query)).toEqual(expected);
  });

  it.each([
    ["the last", 230],
    ["one to come", 2_147_483_647],
  ])("gives a whole page around %s", async (_title, around) => {
    expect(await seqs({ around, limit: 10 })).toEqual(range(221, 230));
  });

  it("can be read completely, forwards from the last read message and backwards from the first", async () => {
    const forward: number[] = [];
    for (let page = await seqs({ after: 0 }); page.length > 0;) {
      forward.push(...page);
      page = await seqs({ after: page.at(-1) ?? 0 });
    }
    const backward: number[] = [];
    for (let page = await seqs({}); page.length > 0;) {
      backward.unshift(...page);
      page = await seqs({ before: page[0] ?? 0 });
    }
    expect([forward, backward]).toEqual([range(1, count), range(1, count)]);
  });

  it.each([{}, { before: 3 }, { after: 230 }, { around: 7 }])(
    "says for %j where it begins and ends",
    async (query) => {
      const { meta } = await messenger.history(reader, chatId, query);
      expect(meta).toEqual({ first_seq: 1, last_seq: count, last_change: 0 });
    },
  );

  it("is empty in an empty chat", async () => {
    const [writer, other, one] = await signedInMembers(kampus, 3);
    const empty = await messenger.open(writer, other);
    const chat = await messenger.open(one, reader);
    expect(chat.id).toBeGreaterThan(empty.id);
    for (const query of [{}, { before: 1 }, { after: 0 }, { around: 1 }])
      expect(await messenger.history(one, chat.id, query)).toEqual({
        data: [],
        meta: { first_seq: 0, last_seq: 0, last_change: 0 },
      } satisfies History);
  });

  it.each([
    "limit=0",
    "limit=101",
    "limit=-1",
    "limit=1.5",
    "limit=",
    "limit=1e1",
    "limit=ten",
    "before=-1",
    "before=",
    "before=2147483648",
    "before=99999999999999999999",
    "after=0x1",
    "after=%00",
    "around=null",
    "before=1&after=1",
    "after=1&around=1",
    "before=1&before=2",
  ])("refuses %s", async (query) => {
    const answer = await kampus.get(`/messenger/private/getMessages/${chatId}?${query}`, {
      token: reader.token,
    });
    expect([400, 422]).toContain(answer.statusCode);
    expect(["malformed", "invalid"]).toContain(answer.json<{ code: string }>().code);
  });

  it.each([
    ["before=1&after=1", "after"],
    ["before=1&around=1", "around"],
  ])("names the second place when a page is asked for by %s", async (query, field) => {
    const answer = await kampus.get(`/messenger/private/getMessages/${chatId}?${query}`, {
      token: reader.token,
    });
    expect(statusAndBody(answer)).toEqual([
      422,
      expect.objectContaining({ code: "invalid", errors: { [field]: ["Недопустимое значение"] } }),
    ]);
  });
});
