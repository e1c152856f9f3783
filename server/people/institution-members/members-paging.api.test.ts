import { beforeEach, describe, expect, it } from "vitest";
import type { InstitutionMemberList } from "#lib/people/schema.ts";
import { encodeCursor } from "#server/http/cursor.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  twoMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { type PeriodYears, testPast } from "#server/testing/data/test-past.ts";

const kampus = kampusForFile();
const past = testPast(kampus);
let me: SignedInMember;
/** An institution without members, for each test. */
let institution = 1;
beforeEach(async () => {
  institution += 1;
  me = await oneMember(kampus);
});

const get = (
  query: Record<string, string> = {},
  { token } = me,
  id: number | string = institution,
) => kampus.get(`/api/en/objects/${id}/members`, { token, query });

const list = async (query: Record<string, string> = {}, viewer = me) => {
  const answer = await get(query, viewer);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json<InstitutionMemberList>();
};

const idsOf = async (query: Record<string, string> = {}, viewer = me) =>
  (await list(query, viewer)).data.map(({ id }) => id);

/** Adds a member who studied there. */
const student = async (...years: PeriodYears[]) => {
  const one = await oneMember(kampus);
  for (const period of years) await past.studied(one, institution, period);
  return one;
};

async function allPages(query: Record<string, string> = {}, between = () => Promise.resolve()) {
  const pages: InstitutionMemberList["data"][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: InstitutionMemberList = await list({ ...query, ...(cursor && { cursor }) });
    pages.push(page.data);
    cursor = page.meta.next;
    await between();
  }
  return pages;
}

describe("pages of members", () => {
  it("have 30 each and list everybody once, classmates and others, even while others join", async () => {
    await past.studied(me, institution, [2005, 2009]);
    const members = await insertMembers(
      kampus,
      Array.from({ length: 75 }, () => ({})),
    );
    await past.allStudied(
      institution,
      members.map((member, index) => ({
        member,
        years: index % 2 ? [2006, 2010] : [1990 + (index % 3), 1995],
      })),
    );
    const pages = await allPages({}, async () => {
      await student([2006, 2010]);
      await student([2020, null]);
    });
    const joined = pages.flat().filter(({ id }) => !members.some((one) => one.id === id));
    expect(pages.slice(0, -1).map((page) => page.length)).toEqual([30, 30]);
    const ids = pages.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(members.filter(({ id }) => !ids.includes(id))).toEqual([]);
    // Members who join behind the read position are listed; nobody is listed twice.
    expect(joined.every(({ start }) => start === 2020)).toBe(true);
    const order = pages.flat().map((one) => [Number(one.is_classmate), one.start]);
    expect(order).toEqual(order.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => c - a || d - b));
  });

  it.each([
    ["no base64", "!!!"],
    ["another list's key", encodeCursor([1])],
    ["a word for a number", encodeCursor([1, "2005", 2009, 1])],
    ["a year too large", encodeCursor([1, 2005, 99_999, 1])],
    ["a tier that is none", encodeCursor([4, 2005, 2009, 1])],
    ["a truth for a number", encodeCursor([true, 2005, 2009, 1])],
  ])("refuse a forged cursor: %s", async (_title, cursor) => {
    const answer = await get({ cursor });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { code: "invalid", errors: { cursor: ["This value is not allowed"] } },
    ]);
  });
});

describe("a request for the members of an institution", () => {
  it.each([
    [{ start: "05" }, "start"],
    [{ start: "1939" }, "start"],
    [{ end: "now" }, "end"],
    [{ start: "2006", end: "2005" }, "end"],
  ])("refuses %j on its field", async (query, field) => {
    const answer = await get(query);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { code: "invalid", errors: { [field]: [expect.any(String)] } },
    ]);
  });

  it("is answered 404 for an institution that does not exist, and with the members for one that was retired", async () => {
    for (const id of [2_147_483_647, 0, "1e3", "me"])
      expect((await get({}, me, id)).statusCode).toBe(404);
    const there = await student([2005, 2009]);
    await kampus.db
      .updateTable("objects")
      .set({ retired_at: new Date() })
      .where("id", "=", institution)
      .execute();
    expect(await idsOf()).toEqual([there.id]);
  });

  it("is for verified members only, while the institution is open to visitors", async () => {
    const unverified = await oneMember(kampus, { verified: false });
    const url = `/api/en/objects/${institution}`;
    const answers = await Promise.all([
      kampus.get(`${url}/members`),
      kampus.get(`${url}/members`, { token: unverified.token }),
      kampus.get(url),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 200]);
  });

  it("shows a third member to two members in the same way, and the two to each other", async () => {
    const [one, other] = await twoMembers(kampus);
    const third = await student([2005, 2009]);
    for (const member of [one, other]) await past.studied(member, institution, [2001, 2002]);
    expect(await idsOf({}, one)).toEqual([other.id, third.id]);
    expect(await idsOf({}, other)).toEqual([one.id, third.id]);
  });
});
