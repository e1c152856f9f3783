import { beforeEach, describe, expect, it } from "vitest";
import type { InstitutionMemberList } from "#lib/people/schema.ts";
import { encodeCursor } from "#server/http/cursor.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { type PeriodYears, testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const kampus = kampusForFile();
const past = testPast(kampus);
let me: SignedInMember;
/** An institution without members, for each test. */
let institution = 1;
beforeEach(async () => {
  institution += 1;
  me = await oneMember(kampus);
});

const get = (query = {}, { token } = me, id: number | string = institution) =>
  kampus.get(`/api/en/objects/${id}/members`, { token, query });

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

describe("members of an institution", () => {
  it("are classmates first, then the others, by the year they began, newest first", async () => {
    const before = await student([1990, 1995]);
    const overlapping = await student([2001, 2006]);
    const after = await student([2016, null]);
    const beside = await student([2007, 2008]);
    const since = await student([1980, null]);
    await past.studied(me, institution, [2005, 2009]);
    const { data } = await list();
    expect(data.map(({ id, is_classmate }) => [id, is_classmate])).toEqual([
      [beside.id, true],
      [overlapping.id, true],
      [since.id, true],
      [after.id, false],
      [before.id, false],
    ]);
  });

  it("are first of the reader's group, then of their class, then those who were there with them, then the others", async () => {
    const inGroup = async (years: PeriodYears, study_group: string | null) => {
      const one = await oneMember(kampus);
      await insertTestEducation(kampus, one, {
        object_id: institution,
        start_year: years[0],
        end_year: years[1],
        study_group,
        study_group_key: study_group,
      });
      return one.id;
    };
    const ofGroup = await inGroup([2003, 2014], "11A");
    const ofClass = await inGroup([2013, 2014], "11Б");
    const olderGroup = await inGroup([2010, 2013], "11A");
    const together = await inGroup([2012, 2016], null);
    const other = await inGroup([2015, 2020], "11A");
    await insertTestEducation(kampus, me, {
      object_id: institution,
      start_year: 2004,
      end_year: 2014,
      study_group: "11-А",
      study_group_key: "11A",
    });
    const { data } = await list();
    expect(data.map(({ id, is_classmate }) => [id, is_classmate])).toEqual([
      [ofGroup, true],
      [ofClass, true],
      [together, true],
      [olderGroup, true],
      [other, false],
    ]);
    const others = [ofGroup, ofClass, together, olderGroup, other];
    expect(await idsOf({ start: "2004", end: "2010" })).toEqual([ofGroup, olderGroup]);
    expect(new Set(await idsOf())).toEqual(new Set(others));
  });

  it("are classmates if they met: not those who left in the year the other came, but those who stayed a year longer", async () => {
    const ended = await student([2000, 2006]);
    const began = await student([2008, 2010]);
    const [left, came] = [await student([2000, 2005]), await student([2009, 2010])];
    await past.studied(me, institution, [2005, 2009]);
    const { data } = await list();
    expect(data.map(({ id, is_classmate }) => [id, is_classmate])).toEqual([
      [began.id, true],
      [ended.id, true],
      [came.id, false],
      [left.id, false],
    ]);
  });

  it("who were there in a single year are classmates of others of that single year, and of those who were there around it", async () => {
    const same = await student([2005, 2005]);
    const around = await student([2004, 2006]);
    const stayed = await student([2005, 2009]);
    const left = await student([2004, 2005]);
    const both = await student([2005, 2005], [2005, 2010]);
    await past.studied(me, institution, [2005, 2005]);
    const { data } = await list();
    expect(data.map(({ id, end, is_classmate }) => [id, end, is_classmate])).toEqual([
      [both.id, 2005, true],
      [same.id, 2005, true],
      [around.id, 2006, true],
      [stayed.id, 2009, false],
      [left.id, 2005, false],
    ]);
  });

  it("are classmates by any of the reader's educations there, and by none elsewhere", async () => {
    const first = await student([1999, 2000]);
    const between = await student([2002, 2003]);
    const second = await student([2005, 2006]);
    await past.studied(me, institution, [1998, 2001]);
    await past.studied(me, institution, [2004, null]);
    await past.studied(me, 1, [2002, 2003]);
    const { data } = await list();
    expect(data.map(({ id, is_classmate }) => [id, is_classmate])).toEqual([
      [second.id, true],
      [first.id, true],
      [between.id, false],
    ]);
  });

  it("are listed once each, with the education in common, else with the latest", async () => {
    const twice = await student([2001, 2002], [2012, 2016]);
    const stranger = await student([1990, 1991], [1995, 1996]);
    await past.studied(me, institution, [2000, 2003]);
    const years = (await list()).data.map(({ id, start, end }) => [id, start, end]);
    expect(years).toEqual([
      [twice.id, 2001, 2002],
      [stranger.id, 1995, 1996],
    ]);
  });

  it.each([
    [{ start: "2005" }, ["c", "b", "d"]],
    [{ end: "2004" }, ["a", "d"]],
    [{ start: "2005", end: "2005" }, ["b", "d"]],
    [{ start: "2002", end: "2003" }, ["a", "d"]],
    [{ start: "1940", end: "1979" }, []],
  ])("are narrowed to who studied in any of the years %j", async (query, expected) => {
    const members: Record<string, number> = {
      a: (await student([2000, 2004])).id,
      b: (await student([2005, 2009])).id,
      c: (await student([2006, null])).id,
      d: (await student([1980, null])).id,
    };
    expect(await idsOf(query)).toEqual(expected.map((name) => members[name]));
  });

  it("show the education of the years of the filter", async () => {
    const twice = await student([2001, 2002], [2012, 2016]);
    const { data } = await list({ start: "2000", end: "2005" });
    expect(data.map(({ id, start }) => [id, start])).toEqual([[twice.id, 2001]]);
  });

  it("show only what others may see, and their status to the reader", async () => {
    const friend = await oneMember(kampus);
    await past.studied(friend, institution, [2010, null], "Физика");
    const profiles = testProfiles(kampus);
    await profiles.ask(friend, me);
    expect(await list()).toEqual({
      data: [
        {
          id: friend.id,
          fullname: friend.fullname,
          image: null,
          online: false,
          last_seen_at: null,
          status: "incoming",
          speciality: "Физика",
          start: 2010,
          end: null,
          is_classmate: false,
        },
      ],
      meta: { next: null },
    });
  });

  it("never include the reader, nor unverified, deleted or blocked members, either way", async () => {
    await past.studied(me, institution, [2005, 2009]);
    const unverified = await oneMember(kampus, { verified: false });
    await past.studied(unverified, institution, [2005, 2009]);
    const [deleted, blocked, blocking] = [
      await student([2005, 2009]),
      await student([2005, 2009]),
      await student([2005, 2009]),
    ];
    expect(await idsOf()).toHaveLength(3);
    await kampus.updateMember(deleted, { deleted_at: new Date() });
    const { block } = testProfiles(kampus);
    await block(me, blocked);
    await block(blocking, me);
    expect(await idsOf()).toEqual([]);
    expect(await idsOf({}, blocked)).toEqual([blocking.id]);
  });
});

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
    ["a closeness that is none", encodeCursor([4, 2005, 2009, 1])],
    ["a truth for a number", encodeCursor([true, 2005, 2009, 1])],
  ])("refuse a forged cursor: %s", async (_title, cursor) => {
    expect(statusAndBody(await get({ cursor }))).toMatchObject([
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
    expect(statusAndBody(await get(query))).toMatchObject([
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

  it("shows a third member to two members in the same way, and the two to each other", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const third = await student([2005, 2009]);
    for (const member of [one, other]) await past.studied(member, institution, [2001, 2002]);
    expect(await idsOf({}, one)).toEqual([other.id, third.id]);
    expect(await idsOf({}, other)).toEqual([one.id, third.id]);
  });
});
