import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { InstitutionList } from "#lib/institutions/schema.ts";
import { listCategories } from "#server/categories/repository.ts";
import { loadReference } from "#server/reference/load-reference.ts";
import { readReferenceFiles, type ReferenceFiles } from "#server/reference/read-reference-files.ts";
import { kampusForFile, startTestKampus } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
beforeAll(async () => {
  // Sample entries of another feature.
  await sql`CREATE TABLE referring (
    object_id integer REFERENCES objects, region_id integer REFERENCES regions,
    position_id integer REFERENCES positions)`.execute(kampus.db);
});

const load = (files: ReferenceFiles) =>
  kampus.db.transaction().execute((trx) => loadReference(trx, files));

const shipped = readReferenceFiles();
const icon = '<svg viewBox="0 0 24 24"><path d="M3 3h18"/></svg>';

const few: ReferenceFiles = {
  establishments: [
    { id: 1, names: { ru: "Школа", en: "School" }, source: icon },
    { id: 2, names: { ru: "Детский сад" }, source: `<script>alert(1)</script>${icon}` },
  ],
  regions: [
    { id: 10, names: { ru: "Область" } },
    { id: 11, parent_id: 10, names: { ru: "Район" } },
    { id: 12, parent_id: 11, names: { ru: "Посёлок" } },
  ],
  institutions: [
    { id: 100, establishment_id: 1, region_id: 12, names: { uz: "Maktab" } },
    { id: 101, establishment_id: 1, region_id: 11, names: { ru: "Б", en: "A" } },
    { id: 102, establishment_id: 2, region_id: 10, names: { ru: "А", en: "B" } },
  ],
  spheres: [{ id: 1, names: { ru: "Сфера" } }],
  positions: [
    { id: 1, sphere_id: 1, names: { ru: "Должность" } },
    { id: 2, sphere_id: 1, names: { ru: "Другая" } },
  ],
};

beforeEach(async () => {
  await sql`TRUNCATE referring`.execute(kampus.db);
  await load(few);
});

const contents = async () => {
  const { rows } = await sql<{ rows: unknown }>`
    SELECT jsonb_build_array(
      (SELECT jsonb_agg(to_jsonb(t) || jsonb_build_object('v', xmin::text) ORDER BY id) FROM establishments t),
      (SELECT jsonb_agg(to_jsonb(t) || jsonb_build_object('v', xmin::text) ORDER BY id) FROM regions t),
      (SELECT jsonb_agg(to_jsonb(t) || jsonb_build_object('v', xmin::text) ORDER BY id) FROM objects t),
      (SELECT jsonb_agg(to_jsonb(t) || jsonb_build_object('v', xmin::text) ORDER BY object_id, locale) FROM object_names t),
      (SELECT jsonb_agg(to_jsonb(t) || jsonb_build_object('v', xmin::text) ORDER BY id) FROM positions t)
    ) AS rows`.execute(kampus.db);
  return rows[0]?.rows;
};

const names = async (locale: string) => {
  const answer = await kampus.get(`/api/${locale}/objects`);
  return answer.json<InstitutionList>().data.map(({ name }) => name);
};

const ids = async (table: "objects" | "positions" | "regions" | "spheres") => {
  const rows = await kampus.db
    .selectFrom(table)
    .select(["id", "retired_at"])
    .orderBy("id")
    .execute();
  return rows.map(({ id, retired_at }) => (retired_at ? `${id} retired` : String(id)));
};

describe("loading the reference data", () => {
  it("happens at start, and not again while the files are the same", async () => {
    const started = await startTestKampus();
    const first = await started.get("/api/ru/objects");
    expect(first.json<InstitutionList>().data).toHaveLength(24);
    const again = started.db.transaction().execute((trx) => loadReference(trx, shipped));
    expect(await again).toBe(false);
    await started.close();
  });

  it("a second time leaves every row untouched", async () => {
    const before = await contents();
    await kampus.db.deleteFrom("reference_load").execute();
    expect(await load(few)).toBe(true);
    expect(await contents()).toEqual(before);
  });

  it("adds and changes institutions, and sorts them by their new names", async () => {
    expect(await names("ru")).toEqual(["А", "Б", "Maktab"]);
    await load({
      ...few,
      institutions: [
        { id: 99, establishment_id: 2, region_id: 11, names: { ru: "Ая" } },
        ...few.institutions.map((one) =>
          one.id === 102 ? { ...one, names: { ru: "В", en: "B" } } : one,
        ),
      ],
    });
    expect(await names("ru")).toEqual(["Ая", "Б", "В", "Maktab"]);
    expect((await kampus.get("/api/ru/objects", { query: { q: "ая" } })).json()).toMatchObject({
      data: [{ id: 99 }],
    });
  });

  it("lets a list continue after the institution where a page ended, although its place has changed", async () => {
    await load({ ...few, institutions: many(30, 0) });
    const first = (await kampus.get("/api/ru/objects")).json<InstitutionList>();
    await load({ ...few, institutions: many(30, 5) });
    const { next } = first.meta;
    const second = (
      await kampus.get("/api/ru/objects", { query: { cursor: next ?? "" } })
    ).json<InstitutionList>();
    expect(second.data.map(({ id }) => id)).toEqual([224, 225, 226, 227, 228, 229]);
  });

  it("names an institution in Russian if a language lacks its name, otherwise in any language", async () => {
    expect(await names("en")).toEqual(["A", "B", "Maktab"]);
    expect(await names("uz")).toEqual(["Maktab", "А", "Б"]);
    const one = await kampus.get("/api/en/objects/102");
    expect(one.json()).toMatchObject({
      data: { establishment: { name: "Детский сад" }, region: { name: "Область" } },
    });
  });

  it("counts institutions however deep their region is, and cleans icons", async () => {
    const [school, kindergarten] = await listCategories(kampus.db, "ru");
    expect(school).toMatchObject({
      total: 2,
      childrens: [{ id: 10, total: 2, childrens: [{ id: 11, total: 2, childrens: [{ id: 12 }] }] }],
    });
    expect(kindergarten?.source).toMatch(/^<svg [^>]*><path d="M3 3h18"><\/path><\/svg>$/);
    expect(
      (await kampus.get("/api/ru/objects", { query: { region_id: "11" } })).json<InstitutionList>()
        .data,
    ).toHaveLength(2);
  });
});

describe("rows removed from the files", () => {
  const fewer: ReferenceFiles = {
    ...few,
    regions: few.regions.slice(0, 1),
    institutions: few.institutions.slice(2),
    positions: few.positions.slice(0, 1),
  };

  it("are deleted, districts with their region", async () => {
    await load(fewer);
    expect(await ids("objects")).toEqual(["102"]);
    expect(await ids("regions")).toEqual(["10"]);
    expect(await ids("positions")).toEqual(["1"]);
  });

  it("stay in the database while other rows refer to them, but in no list, and return when the files have them again", async () => {
    await sql`INSERT INTO referring VALUES (100, NULL, 2)`.execute(kampus.db);
    await load(fewer);
    expect(await ids("objects")).toEqual(["100 retired", "102"]);
    // A retired institution holds its region, which holds the one above.
    expect(await ids("regions")).toEqual(["10", "11 retired", "12 retired"]);
    expect(await ids("positions")).toEqual(["1", "2 retired"]);
    expect(await names("ru")).toEqual(["А"]);
    expect((await listCategories(kampus.db, "ru")).map(({ id }) => id)).toEqual([2]);
    expect((await kampus.get("/api/ru/objects/100")).json()).toMatchObject({
      data: { name: "Maktab", region: { name: "Посёлок" } },
    });

    await load(few);
    expect(await ids("objects")).toEqual(["100", "101", "102"]);
    expect(await ids("regions")).toEqual(["10", "11", "12"]);
    expect(await names("ru")).toEqual(["А", "Б", "Maktab"]);
  });

  it("are deleted once nothing refers to them and the files change again", async () => {
    await sql`INSERT INTO referring VALUES (100, NULL, 2)`.execute(kampus.db);
    await load(fewer);
    await sql`TRUNCATE referring`.execute(kampus.db);
    await load({ ...fewer, spheres: [...few.spheres, { id: 2, names: { ru: "Новая" } }] });
    expect(await ids("objects")).toEqual(["102"]);
    expect(await ids("regions")).toEqual(["10"]);
    expect(await ids("spheres")).toEqual(["1", "2"]);
  });
});

/** Institutions 200, 201, …, named in that order; `before` others come before them. */
const many = (count: number, before: number): ReferenceFiles["institutions"] => [
  ...Array.from({ length: before }, (_, index) => ({
    id: 900 + index,
    establishment_id: 1,
    region_id: 10,
    names: { ru: `А ${index}` },
  })),
  ...Array.from({ length: count }, (_, index) => ({
    id: 200 + index,
    establishment_id: 1,
    region_id: 10,
    names: { ru: `Б ${index}` },
  })),
];
