import { beforeAll, describe, expect, it } from "vitest";
import type { PeopleList } from "#lib/people/schema.ts";
import { yearNow } from "#lib/params/schema.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { insertTestEducation, insertTestJob } from "#server/testing/data/insert-entries.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const tashkent = "1726";
const samarkand = "1718";
const district = { id: 1726280, text: "1726280" };

const kampus = kampusForFile();
let me: SignedInMember;
/** Patronymic "Фильтр": Аброр studied 2010–2014 and teaches in Samarkand's region; the others are told where they are made. */
beforeAll(async () => {
  me = await oneMember(kampus);
  const patronymic = "Фильтр";
  const [abror, barno, vera, guli] = await insertMembers(kampus, [
    { name: "Аброр", patronymic },
    { name: "Барно", patronymic },
    { name: "Вера", patronymic },
    { name: "Гули", patronymic },
    { name: "Дониёр", patronymic },
  ]);
  await insertTestEducation(kampus, abror);
  await insertTestJob(kampus, abror, { region_id: 1718203, company: "Лицей", end_year: null });
  // At another institution of Tashkent, then at the National University until today.
  await insertTestEducation(kampus, barno, {
    object_id: 3,
    region_id: 1726,
    start_year: 2000,
    end_year: 2004,
  });
  await insertTestEducation(kampus, barno, { start_year: 2020, end_year: null });
  await insertTestEducation(kampus, vera, {
    object_id: 6,
    region_id: 1726269,
    start_year: 1985,
    end_year: 1990,
  });
  await insertTestJob(kampus, vera, { position_id: 102 });
  await insertTestJob(kampus, guli, { region_id: 1718, sphere_id: 3, position_id: 301 });
});

const search = (query: Record<string, string>, locale = "ru") =>
  kampus.get(`/api/${locale}/users`, { token: me.token, query });
const found = async (query: Record<string, string>, locale?: string) => {
  const answer = await search(query, locale);
  expect(answer.statusCode).toBe(200);
  return answer.json<PeopleList>().data;
};
const names = async (query: Record<string, string>) =>
  (await found(query)).map(({ fullname }) => fullname.split(" ")[1]).sort();

describe("filters of people", () => {
  it.each<[string, Record<string, string>, string[]]>([
    ["a region with its districts", { region_id: tashkent }, ["Аброр", "Барно", "Вера"]],
    ["a district, studied or worked in", { region_id: district.text }, ["Аброр", "Барно", "Вера"]],
    ["another district", { region_id: "1726269" }, ["Вера"]],
    ["a region that somebody worked in, below it too", { region_id: samarkand }, ["Аброр", "Гули"]],
    ["an institution", { object_id: "1" }, ["Аброр", "Барно"]],
    ["years", { start: "2003", end: "2011" }, ["Аброр", "Барно"]],
    ["the first year and the last", { start: "2014", end: "2014" }, ["Аброр"]],
    ["years between", { start: "2005", end: "2009" }, []],
    ["a year and all after it", { start: "2015" }, ["Барно"]],
    ["a year and all before it", { end: "1999" }, ["Вера"]],
    ["whole decades", { start: "1980", end: "2009" }, ["Барно", "Вера"]],
    ["this year, in which somebody studies still", { start: String(yearNow()) }, ["Барно"]],
    ["years to come", { start: "9998", end: "9999" }, []],
    ["years that are not over", { start: "2021", end: "9999" }, ["Барно"]],
    ["years before what goes on", { object_id: "1", start: "2015", end: "2019" }, []],
    ["years at an institution", { object_id: "1", start: "2000", end: "2010" }, ["Аброр"]],
    ["years in a region, of study alone", { region_id: samarkand, start: "2015" }, []],
    ["years in a region and below it", { region_id: tashkent, end: "2003" }, ["Барно", "Вера"]],
    ["a sphere", { sphere_id: "1" }, ["Аброр", "Вера"]],
    ["a position", { position_id: "102" }, ["Вера"]],
    ["a sphere and a position of it", { sphere_id: "3", position_id: "301" }, ["Гули"]],
    [
      "everything at once",
      {
        q: "Abror filtr",
        region_id: tashkent,
        object_id: "1",
        start: "2012",
        end: "2013",
        sphere_id: "1",
        position_id: "101",
      },
      ["Аброр"],
    ],
    ["a name and what another has", { q: "Vera", object_id: "1" }, []],
    ["what nobody has", { object_id: "99999" }, []],
    ["a region that there is not", { region_id: "99999" }, []],
  ])("select members by %s", async (_title, query, expected) => {
    expect(await names({ q: "фильтр", ...query })).toEqual(expected);
    if (!query.q) expect(await names(query)).toEqual(expected);
  });

  it.each([
    ["start", { start: "2010", end: "2009" }, "end"],
    ["words", { start: "abcd" }, "start"],
    ["five digits", { start: "20100" }, "start"],
    ["years before anybody", { end: "1939" }, "end"],
    ["a year with a sign", { end: "-2010" }, "end"],
    ["nothing", { start: "" }, "start"],
    ["no region", { region_id: "0" }, "region_id"],
    ["words for an institution", { object_id: "abc" }, "object_id"],
    ["a fraction", { sphere_id: "1.5" }, "sphere_id"],
    ["a number too large", { position_id: "99999999999" }, "position_id"],
  ])("are refused on the field: %s", async (_title, query, field) => {
    expect(statusAndBody(await search(query))).toMatchObject([
      422,
      { code: "invalid", errors: { [field]: [expect.any(String)] } },
    ]);
  });

  it("with unknown names are ignored", async () => {
    expect(await names({ q: "фильтр", object_id: "1", speciality: "x", user_id: "1" })).toEqual([
      "Аброр",
      "Барно",
    ]);
  });
});

describe("people who were found", () => {
  const known = async (query: Record<string, string>, locale = "en") => {
    const [person] = await found({ q: "фильтр", ...query }, locale);
    return { education: person?.education, job: person?.job };
  };

  it("are shown with the latest education and job, current ones before all, in the language of the reader", async () => {
    const teaches = { company: "Лицей", start: 2014, end: null };
    expect(await known({ q: "аброр" })).toEqual({
      education: {
        object: { id: 1, name: "National University of Uzbekistan named after Mirzo Ulugbek" },
        start: 2010,
        end: 2014,
      },
      job: { position: { id: 101, name: "Teacher" }, ...teaches },
    });
    expect((await known({ q: "аброр" }, "uz")).education?.object.name).toBe(
      "Mirzo Ulugʻbek nomidagi Oʻzbekiston Milliy universiteti",
    );
    expect(await known({ q: "барно" })).toMatchObject({
      education: { start: 2020, end: null },
      job: null,
    });
    expect(await known({ q: "дониёр" })).toEqual({ education: null, job: null });
  });

  it("are shown with the education and the job that match the filter", async () => {
    const [member] = await insertMembers(kampus, [{ name: "Ҳамид", patronymic: "Известный" }]);
    await insertTestEducation(kampus, member, {
      object_id: 3,
      region_id: 1726,
      start_year: 1990,
      end_year: 1994,
    });
    await insertTestEducation(kampus, member, { start_year: 1995, end_year: 1996 });
    await insertTestEducation(kampus, member, { start_year: 1997, end_year: 1999 });
    await insertTestEducation(kampus, member, {
      object_id: 6,
      region_id: 1726269,
      start_year: 2001,
      end_year: 2005,
    });
    await insertTestJob(kampus, member, { company: "Школа" });
    await insertTestJob(kampus, member, {
      company: "Завод",
      sphere_id: 3,
      position_id: 301,
      region_id: 1718,
      end_year: null,
    });
    const shown = async (query: Record<string, string>) => {
      const { education, job } = await known({ ...query, q: "Hamid" });
      return [education?.object.id, education?.start, job?.company];
    };
    expect(await shown({})).toEqual([6, 2001, "Завод"]);
    expect(await shown({ object_id: "1" })).toEqual([1, 1997, "Завод"]);
    expect(await shown({ object_id: "1", end: "1996" })).toEqual([1, 1995, "Завод"]);
    expect(await shown({ start: "1991", end: "1992" })).toEqual([3, 1990, "Завод"]);
    expect(await shown({ region_id: district.text })).toEqual([1, 1997, "Школа"]);
    expect(await shown({ region_id: tashkent, end: "1994" })).toEqual([3, 1990, "Школа"]);
    expect(await shown({ sphere_id: "1" })).toEqual([6, 2001, "Школа"]);
    expect(await shown({ position_id: "101" })).toEqual([6, 2001, "Школа"]);
  });
});
