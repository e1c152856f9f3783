import { describe, expect, it } from "vitest";
import institutions from "#data/institutions.json" with { type: "json" };
import regions from "#data/regions.json" with { type: "json" };
import type { Institution, InstitutionList } from "#lib/institutions/schema.ts";
import { encodeCursor } from "#server/http/cursor.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const list = (query: Record<string, string> = {}, locale = "ru") =>
  kampus.get(`/api/${locale}/objects`, { query });

async function allPages(query: Record<string, string> = {}, locale = "ru") {
  const pages: Institution[][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const answer = await list({ ...query, ...(cursor && { cursor }) }, locale);
    expect(answer.statusCode).toBe(200);
    const { data, meta } = answer.json<InstitutionList>();
    pages.push(data);
    cursor = meta.next;
  }
  return pages;
}

describe("institutions", () => {
  it("show a visitor their name, kind and region, and nothing else", async () => {
    expect(statusAndBody(await kampus.get("/api/en/objects/1"))).toEqual([
      200,
      {
        data: {
          id: 1,
          name: "National University of Uzbekistan named after Mirzo Ulugbek",
          establishment: { id: 1, name: "University" },
          region: { id: 1726280, name: "Almazar District" },
          region_path: [
            { id: 1726, name: "Tashkent" },
            { id: 1726280, name: "Almazar District" },
          ],
          study_years: 4,
          made_by_members: false,
        },
      },
    ]);
  });

  it.each([
    ["ru", "Национальный университет Узбекистана имени Мирзо Улугбека", "Алмазарский район"],
    ["uz", "Mirzo Ulugʻbek nomidagi Oʻzbekiston Milliy universiteti", "Olmazor tumani"],
  ])("are named in %s", async (locale, name, region) => {
    const answer = await kampus.get(`/api/${locale}/objects/1`);
    expect(answer.json()).toMatchObject({ data: { name, region: { name: region } } });
  });

  it("say how long studies there usually take, as data/establishments.json has it", async () => {
    const answer = await kampus.get("/api/ru/objects/170");
    expect(answer.json()).toMatchObject({ data: { establishment: { id: 10 }, study_years: 11 } });
  });

  it.each(["0", "x", "1e3", "-1", "99999999999", "2147483647"])(
    "answer 404 for the id %j",
    async (id) => {
      expect((await kampus.get(`/api/ru/objects/${id}`)).statusCode).toBe(404);
    },
  );

  it.each(["ru", "uz", "uz-Cyrl", "en"])(
    "are all listed once in %s, by name and 24 a page",
    async (locale) => {
      const pages = await allPages({}, locale);
      expect(new Set(pages.slice(0, -1).map((page) => page.length))).toEqual(new Set([24]));
      const ids = pages.flat().map(({ id }) => id);
      expect([...ids].sort((one, other) => one - other)).toEqual(institutions.map(({ id }) => id));
      const { compare } = new Intl.Collator(locale, { numeric: true, ignorePunctuation: true });
      const names = pages.flat().map(({ name }) => name);
      expect(names).toEqual([...names].sort(compare));
    },
  );

  it("are in the order of their numbers: School No. 5 before No. 110", async () => {
    const names = (await allPages({ q: "tashkent school no" }, "en"))
      .flat()
      .map(({ name }) => name);
    expect(names.indexOf("Tashkent School No. 5")).toBeGreaterThanOrEqual(0);
    expect(names.indexOf("Tashkent School No. 5")).toBeLessThan(
      names.indexOf("Tashkent School No. 110"),
    );
  });
});

it("an institution comes before its branches, and is found by its abbreviation", async () => {
  const names = async (q: string) => (await allPages({ q })).flat().map(({ name }) => name);
  const main = "Ташкентский университет информационных технологий имени Мухаммада аль-Хорезми";
  const [first, ...branches] = await names("университет информационных технологий");
  expect(first).toBe(main);
  expect(branches.some((name) => name.startsWith("Самаркандский филиал"))).toBe(true);
  expect((await names("ТУИТ"))[0]).toBe(main);
});

it.each([
  ["branches and a lyceum that are called alike", "СамГУ", [31]],
  ["a lyceum of a shorter name", "agu", [38]],
  ["institutions whose abbreviations only sound like it", "TDIU", [3, 125]],
  ["those of which it is only a part of the name", "Toshkent tibbiyot akademiyasi", [15]],
])(
  "an institution whose name is exactly what is searched for comes before %s",
  async (_others, q, meant) => {
    const found = (await allPages({ q })).flat().map(({ id }) => id);
    expect(found.length).toBeGreaterThan(meant.length);
    expect(found.slice(0, meant.length)).toEqual(meant);
  },
);

it.each(["ТашГУ", "tashgu", "Ташкентский государственный университет", "САГУ"])(
  "an institution is found by its former name, before all others: %s",
  async (q) => {
    expect((await list({ q })).json<InstitutionList>().data[0]?.id).toBe(1);
  },
);

it("a search lists each institution once, on as many pages as it takes", async () => {
  const pages = await allPages({ q: "университет" });
  expect(pages.length).toBeGreaterThan(1);
  const ids = pages.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const named = institutions.filter(({ names }) => /университет/i.test(names.ru));
  expect(ids).toEqual(expect.arrayContaining(named.map(({ id }) => id)));
});

it("an institution is found among those of every kind, in any script", async () => {
  for (const q of ["110 школа", "школа 110", "110-maktab", "school no 110", "мактаб 110"]) {
    const [first] = (await list({ q })).json<InstitutionList>().data;
    expect(first?.name, q).toBe("Школа № 110 города Ташкента");
  }
  for (const q of ["ТАТУ", "tatu", "ТУИТ", "tuit"]) {
    const { data } = (await list({ q }, "en")).json<InstitutionList>();
    expect(
      data.map(({ id, establishment }) => [id, establishment.name]),
      q,
    ).toEqual([
      [4, "University"],
      [105, "University branch"],
    ]);
  }
});

describe("filters", () => {
  const idsOf = (pages: Institution[][]) =>
    pages
      .flat()
      .map(({ id }) => id)
      .sort((one, other) => one - other);

  it("select the institutions of a kind", async () => {
    expect(idsOf(await allPages({ establishment_id: "1" }))).toEqual(
      institutions.filter((one) => one.establishment_id === 1).map(({ id }) => id),
    );
  });

  it("select those of a region together with its districts, or of a district alone", async () => {
    const within = new Set(
      regions.filter(({ id, parent_id }) => id === 1726 || parent_id === 1726).map(({ id }) => id),
    );
    expect(idsOf(await allPages({ region_id: "1726" }))).toEqual(
      institutions.filter(({ region_id }) => within.has(region_id)).map(({ id }) => id),
    );
    expect(idsOf(await allPages({ region_id: "1726280" }))).toEqual(
      institutions.filter(({ region_id }) => region_id === 1726280).map(({ id }) => id),
    );
  });

  it("narrow each other", async () => {
    const found = (
      await allPages({ establishment_id: "1", region_id: "1718", q: "самарканд медицинский" })
    ).flat();
    expect(found.map(({ name }) => name)).toEqual([
      "Самаркандский государственный медицинский университет",
    ]);
  });

  it.each<Record<string, string>>([
    { establishment_id: "9999" },
    { region_id: "9999" },
    { q: "ничего такого нет" },
  ])("that match nothing are answered with an empty list: %j", async (query) => {
    expect(statusAndBody(await list(query))).toEqual([200, { data: [], meta: { next: null } }]);
  });

  it.each([
    ["establishment_id", "0"],
    ["establishment_id", "abc"],
    ["establishment_id", "1.5"],
    ["establishment_id", ""],
    ["region_id", "-1"],
    ["region_id", "99999999999"],
    ["region_id", "1;DROP TABLE regions"],
    ["q", "\0"],
    ["q", "я".repeat(256)],
    ["cursor", ""],
    ["cursor", "!!!"],
    ["cursor", "A".repeat(513)],
    ["cursor", encodeCursor([1])],
    ["cursor", encodeCursor([1, 0])],
    ["cursor", encodeCursor([-1, 1])],
    ["cursor", encodeCursor(["1", 1])],
    ["cursor", encodeCursor([0, 2 ** 31])],
    ["cursor", Buffer.from("null").toString("base64url")],
  ])("refuse %s=%j on the field", async (field, value) => {
    expect(statusAndBody(await list({ [field]: value }, "en"))).toMatchObject([
      422,
      { code: "invalid", errors: { [field]: ["This value is not allowed"] } },
    ]);
  });
});

describe("search among institutions", () => {
  const found = async (q: string, locale = "ru") =>
    (await allPages({ q }, locale)).flat().map(({ id }) => id);
  const national = 1;

  it.each([
    ["words in any order, from their beginnings", "улугбек универ национ"],
    ["the name in Uzbek", "Mirzo Ulugʻbek nomidagi Oʻzbekiston Milliy universiteti"],
    ["the name in English", "national university uzbekistan"],
    ["words of several languages", "milliy университет national"],
    ["an abbreviation", "НУУз"],
    ["an abbreviation with its apostrophe", "O‘zMU"],
  ])("finds by %s", async (_title, q) => {
    expect(await found(q)).toContain(national);
    expect(await found(q, "en")).toContain(national);
  });

  it.each(["ʻ", "ʼ", "'", "’", "‘", "`", "´", ""])(
    "finds oʻ and gʻ typed with %j",
    async (apostrophe) => {
      expect(await found(`O${apostrophe}zbekiston milliy ulug${apostrophe}bek`)).toContain(
        national,
      );
    },
  );

  it("takes е for ё and ё for е", async () => {
    const textile = institutions.find(({ names }) => names.ru.includes("лёгкой"))?.id;
    expect(await found("легкой промышленности")).toContain(textile);
    expect(await found("лёгкой промышлённости")).toContain(textile);
  });

  it.each(["бекистан", "| университет", "%", "ООО", "ыыыы"])("finds nothing by %j", async (q) => {
    const ids = await found(q);
    expect(ids).toEqual(q.includes("университет") ? await found("университет") : []);
  });
});

// The last of this file, since what its tests make would be in the lists of others.
describe("an ordinary school", () => {
  const [yunusabad, chilanzar] = [1726266, 1726294];
  const found = async (q: string, locale = "ru") =>
    (await allPages({ q }, locale)).flat().map(({ id }) => id);
  async function make(region_id: number, name: string): Promise<number> {
    const { token } = await oneMember(kampus);
    const body = { establishment_id: 10, region_id, name };
    return (await dataFrom<{ id: number }>(kampus.post("/api/ru/objects", body, { token }))).id;
  }

  it("is found by its number and its district or region, however they are written", async () => {
    const [here, there] = [await make(yunusabad, "Школа № 9"), await make(chilanzar, "Школа № 9")];
    for (const q of [
      "школа 9 Юнусабад",
      "Юнусабадский район, школа № 9",
      "yunusobod 9-maktab",
      "9 мактаб Юнусобод тумани",
      "школа 9 Юнусабад Ташкент",
    ])
      expect(await found(q), q).toEqual([here]);
    expect(await found("9-maktab toshkent shahri")).toEqual(expect.arrayContaining([here, there]));
    // The catalogue has it in Tashkent, and does not know in which district.
    expect(await found("школа 110 Юнусабад")).toEqual([173]);
  });

  it("of exactly that number comes before others of the district whose numbers begin with it", async () => {
    const other = await make(yunusabad, "Школа № 51");
    const [first, ...others] = await found("школа 5 Юнусабад");
    // The catalogue calls it "Школа № 5 города Ташкента", which is longer.
    expect(first).toBe(170);
    expect(others).toContain(other);
  });

  it("is not found by its place before the institutions that have the place in their own names", async () => {
    const school = await make(chilanzar, "Школа Зиё");
    const named = new Set(
      institutions
        .filter((one) => /ташкент|toshkent|тошкент|tashkent/iu.test(JSON.stringify(one)))
        .map(({ id }) => id),
    );
    const ids = await found("Ташкент");
    const isNamed = ids.map((id) => named.has(id));
    expect(isNamed.lastIndexOf(true)).toBeGreaterThan(30);
    expect(isNamed.lastIndexOf(true)).toBeLessThan(isNamed.indexOf(false));
    expect(ids).toContain(school);
    expect(await found("Школа Зиё")).toEqual([school]);
  });
});
