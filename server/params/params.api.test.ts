import { beforeAll, describe, expect, it } from "vitest";
import establishments from "#data/establishments.json" with { type: "json" };
import institutions from "#data/institutions.json" with { type: "json" };
import positions from "#data/positions.json" with { type: "json" };
import regions from "#data/regions.json" with { type: "json" };
import spheres from "#data/spheres.json" with { type: "json" };
import { type Named, yearMin, yearNow } from "#lib/params/schema.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let member: SignedInMember;
beforeAll(async () => {
  member = await oneMember(kampus);
});

const ask = (list: string, query: Record<string, string> = {}, locale = "ru") =>
  kampus.get(`/api/${locale}/profile/setting/params/${list}`, { query, token: member.token });

const rows = (list: string, query: Record<string, string> = {}, locale = "ru") =>
  dataFrom<Named[]>(ask(list, query, locale));

const years = (list: string, query: Record<string, string> = {}) =>
  dataFrom<number[]>(ask(list, query));

type Names = Record<string, string>;
const named = (entries: { id: number; names: Names }[], locale: string) =>
  entries.map(({ id, names }) => ({ id, name: names[locale] }));
const sorted = (list: Named[], locale: string) =>
  [...list].sort((one, other) =>
    one.name.localeCompare(other.name, locale, { numeric: true, ignorePunctuation: true }),
  );
const idsOf = (list: { id: number }[]) =>
  list.map(({ id }) => id).sort((one, other) => one - other);

describe.each(["ru", "uz", "uz-Cyrl", "en"])("forms in %s offer", (locale) => {
  it("kinds of institution, in the order of the data", async () => {
    expect(await rows("establishments", {}, locale)).toEqual(named(establishments, locale));
  });

  it.each<[string, Record<string, string>, { id: number; names: Names }[]]>([
    ["regions", {}, regions.filter(({ parent_id }) => parent_id === undefined)],
    ["regions", { parent_id: "1726" }, regions.filter(({ parent_id }) => parent_id === 1726)],
    ["spheres", {}, spheres],
    ["positions", { sphere_id: "3" }, positions.filter(({ sphere_id }) => sphere_id === 3)],
    ["positions", {}, positions],
  ])("%s %j, by name", async (list, query, entries) => {
    const offered = await rows(list, query, locale);
    expect(idsOf(offered)).toEqual(idsOf(entries));
    expect(offered).toEqual(expect.arrayContaining(named(entries, locale)));
    const { compare } = new Intl.Collator(locale, { numeric: true });
    const names = offered.map(({ name }) => name);
    expect(names).toEqual([...names].sort(compare));
  });

  it("institutions of a kind in a region with its districts, by name", async () => {
    const within = new Set(
      regions.filter(({ id, parent_id }) => id === 1726 || parent_id === 1726).map(({ id }) => id),
    );
    const chosen = institutions.filter(
      (one) => one.establishment_id === 1 && within.has(one.region_id),
    );
    const offered = await rows("objects", { establishment_id: "1", region_id: "1726" }, locale);
    expect(chosen.length).toBeGreaterThan(5);
    expect(idsOf(offered)).toEqual(idsOf(chosen));
    expect(offered).toEqual(sorted(offered, locale));
  });
});

it("the path to a region begins at the top and ends with it", async () => {
  const way = async (id: string) => (await rows("regions", { path_to: id })).map(({ id }) => id);
  expect(await way("1726280")).toEqual([1726, 1726280]);
  expect(await way("1726")).toEqual([1726]);
});

describe("institutions on offer", () => {
  it("are those of a district alone when a district is chosen", async () => {
    const chosen = institutions.filter(({ region_id }) => region_id === 1726280);
    expect(idsOf(await rows("objects", { region_id: "1726280" }))).toEqual(idsOf(chosen));
  });

  it("are at most 50, the first by name", async () => {
    const offered = await rows("objects");
    expect(institutions.length).toBeGreaterThan(50);
    expect(offered).toHaveLength(50);
    expect(offered).toEqual(sorted(offered, "ru"));
  });

  it.each([
    ["words of several languages in any order", "milliy университет"],
    ["an abbreviation", "НУУз"],
    ["an abbreviation without its apostrophe", "OzMU"],
  ])("are found by %s", async (_title, q) => {
    expect(idsOf(await rows("objects", { q }))).toContain(1);
    expect(idsOf(await rows("objects", { q, establishment_id: "10" }))).not.toContain(1);
  });

  it("begin with the one whose whole name is searched", async () => {
    const [first, ...others] = (await rows("objects", { q: "СамГУ" })).map(({ id }) => id);
    expect([first, others.length]).toEqual([31, 3]);
  });
});

describe("years", () => {
  it("of a start are offered from now to 1940, the newest first", async () => {
    const offered = await years("start");
    expect([offered[0], offered.at(-1), offered.length]).toEqual([
      yearNow(),
      1940,
      yearNow() - 1939,
    ]);
    expect(offered).toEqual([...offered].sort((one, other) => other - one));
  });

  it("of an end are offered back to the start, or to 1940 while there is none", async () => {
    expect(await years("end", { start: "2019" })).toEqual(
      (await years("start")).filter((year) => year >= 2019),
    );
    expect(await years("end", { start: String(yearNow()) })).toEqual([yearNow()]);
    expect(await years("end")).toEqual(await years("start"));
  });
});

describe("a choice", () => {
  it.each([
    ["regions", "parent_id", "0"],
    ["regions", "parent_id", "x"],
    ["regions", "path_to", "x"],
    ["objects", "establishment_id", "-1"],
    ["objects", "region_id", "99999999999"],
    ["objects", "q", "\0"],
    ["objects", "q", "я".repeat(256)],
    ["positions", "sphere_id", "1;DROP TABLE spheres"],
    ["end", "start", "19"],
    ["end", "start", "2019.5"],
    ["end", "start", String(yearMin - 1)],
    ["end", "start", String(yearNow() + 1)],
    ["end", "start", ""],
  ])(
    "that cannot be an id or a year is refused on its field: %s %s=%j",
    async (list, field, value) => {
      expect(statusAndBody(await ask(list, { [field]: value }, "en"))).toMatchObject([
        422,
        { code: "invalid", errors: { [field]: ["This value is not allowed"] } },
      ]);
    },
  );

  it.each<[string, Record<string, string>]>([
    ["regions", { parent_id: "9999" }],
    ["regions", { parent_id: "1726280" }],
    ["regions", { path_to: "9999" }],
    ["objects", { establishment_id: "9999" }],
    ["objects", { region_id: "9999" }],
    ["objects", { q: "%" }],
    ["positions", { sphere_id: "9999" }],
  ])(
    "that does not exist, or below which there is nothing, leaves nothing to offer: %s %j",
    async (list, query) => {
      expect(await rows(list, query)).toEqual([]);
    },
  );
});
