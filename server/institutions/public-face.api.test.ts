import { beforeEach, describe, expect, it } from "vitest";
import type {
  InstitutionDetails,
  InstitutionFace,
  InstitutionList,
} from "#lib/institutions/schema.ts";
import { countInstitutions } from "#server/institutions/member-counts.ts";
import { roundedDown } from "#server/institutions/public-face.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { insertMembers, oneMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { type PeriodYears, testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const kampus = kampusForFile();
const past = testPast(kampus);
/** An institution without members, for each test. */
let institution = 1;
beforeEach(() => {
  institution += 1;
});

const get = (id: number | string = institution, token?: string) =>
  kampus.get(`/api/ru/objects/${id}/years`, token === undefined ? {} : { token });

async function face(): Promise<InstitutionFace> {
  const answer = await get();
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json<{ data: InstitutionFace }>().data;
}

/** Adds so many members who studied there. */
async function students(count: number, ...periods: PeriodYears[]) {
  const members = await insertMembers(
    kampus,
    Array.from({ length: count }, () => ({})),
  );
  for (const years of periods)
    await past.allStudied(
      institution,
      members.map((member) => ({ member, years })),
    );
  return members;
}

describe("the public figures of an institution's members", () => {
  it("are how many left in each year and how many still study since which year, newest first and rounded down", async () => {
    await students(6, [2022, null]);
    await students(12, [2019, null]);
    await students(21, [2001, 2010]);
    await students(5, [2003, 2010]);
    await students(7, [2001, 2012]);
    expect((await get()).json()).toEqual({
      data: {
        total: 50,
        years: [
          { start: 2022, end: null, total: 5 },
          { start: 2019, end: null, total: 10 },
          { start: null, end: 2012, total: 5 },
          { start: null, end: 2010, total: 20 },
        ],
      },
    });
  });

  it("are empty, as without members, where they are so few that they could be recognised", async () => {
    const nobody = await face();
    institution += 1;
    await students(5, [2001, 2010]);
    expect(await face()).toEqual(nobody);
    expect(nobody).toEqual({ total: null, years: [] });
  });

  it("do not change when one member joins, even the sixth, who would change the rounding", async () => {
    await students(5, [2001, 2010]);
    const before = await face();
    await students(1, [2001, 2010]);
    expect(await face()).toEqual(before);
  });

  it("count a member who studied there twice once", async () => {
    await students(4, [2001, 2005], [2005, 2010]);
    await students(4, [2001, 2010], [2003, 2010]);
    expect(await face()).toEqual({ total: 5, years: [{ start: null, end: 2010, total: 5 }] });
  });

  it("count neither the unverified nor the deleted", async () => {
    const [first] = await students(6, [2001, 2010]);
    if (first) await kampus.updateMember(first, { deleted_at: new Date() });
    const unverified = await oneMember(kampus, { verified: false });
    await past.studied(unverified, institution, [2001, 2010]);
    expect(await face()).toEqual({ total: null, years: [] });
  });

  it("count a hundred of one year, though some of them studied there several times", async () => {
    // In whatever order they are read.
    await students(15, [2001, 2010], [2001, 2010], [2001, 2010]);
    await students(71, [2001, 2010]);
    await students(15, [2001, 2010], [2001, 2010], [2001, 2010]);
    expect(await face()).toEqual({ total: 100, years: [{ start: null, end: 2010, total: 100 }] });
  });

  it("count no more than a hundred of one year", async () => {
    await students(230, [2001, 2010]);
    expect(await face()).toEqual({ total: 100, years: [{ start: null, end: 2010, total: 100 }] });
  });

  it("say the same total as lists, though of one year no more than a hundred are counted", async () => {
    await students(230, [2001, 2010]);
    await countInstitutions(kampus.db);
    const { name } = await dataFrom<InstitutionDetails>(
      kampus.get(`/api/ru/objects/${institution}`),
    );
    const list = await kampus.get("/api/ru/objects", { query: { q: name } });
    const row = list.json<InstitutionList>().data.find(({ id }) => id === institution);
    expect(row?.members).toBe(200);
    expect(await face()).toEqual({ total: 200, years: [{ start: null, end: 2010, total: 100 }] });
  });

  it("are the same for every reader, across a block too", async () => {
    const members = await students(6, [2001, 2010]);
    const viewer = await oneMember(kampus);
    const [blocked] = members;
    if (blocked) await testProfiles(kampus).block(viewer, blocked);
    const [own, visitors] = [await get(institution, viewer.token), await get()];
    expect(own.json()).toEqual(visitors.json());
    expect(own.json()).toMatchObject({ data: { total: 5 } });
  });

  it.each(["0", "x", "1e3", "-1", "99999999999", "2147483647"])(
    "is 404 for the id %j",
    async (id) => {
      expect((await get(id)).statusCode).toBe(404);
    },
  );
});

it.each([
  [0, null],
  [5, null],
  [6, 5],
  [10, 5],
  [11, 10],
  [20, 10],
  [21, 20],
  [101, 100],
  [1_000_000, 10_000],
])("a visitor learns of %i members that they are more than %j", (members, told) => {
  expect(roundedDown(members)).toBe(told);
});
