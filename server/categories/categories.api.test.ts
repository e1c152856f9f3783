import { describe, expect, it } from "vitest";
import establishments from "#data/establishments.json" with { type: "json" };
import institutions from "#data/institutions.json" with { type: "json" };
import type { CategoryNode } from "#lib/categories/schema.ts";
import { listCategories } from "#server/categories/repository.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const tree = (locale: string) => dataFrom<CategoryNode[]>(kampus.get(`/api/${locale}/categories`));

const everyNode = (nodes: CategoryNode[]): CategoryNode[] =>
  nodes.flatMap((node) => [node, ...everyNode(node.childrens)]);

describe("the category tree", () => {
  it("leads from kinds of institution to regions and to their districts", async () => {
    const kinds = await tree("en");
    expect(kinds.map(({ id, name }) => [id, name])).toEqual(
      establishments.map(({ id, names }) => [id, names.en]),
    );
    const tashkent = kinds[0]?.childrens.find(({ id }) => id === 1726);
    expect(tashkent).toMatchObject({ name: "Tashkent", source: "" });
    expect(tashkent?.childrens.find(({ id }) => id === 1726280)).toMatchObject({
      name: "Almazar District",
      childrens: [],
    });
  });

  it("counts the institutions below every node, and has no empty one", async () => {
    const kinds = await tree("ru");
    expect(kinds.reduce((sum, { total }) => sum + total, 0)).toBe(institutions.length);
    for (const { id, total, childrens } of kinds) {
      expect(total).toBe(institutions.filter((one) => one.establishment_id === id).length);
      expect(childrens.reduce((sum, region) => sum + region.total, 0)).toBe(total);
    }
    expect(everyNode(kinds).filter(({ total }) => total < 1)).toEqual([]);
    const tashkent = kinds[0]?.childrens.find(({ id }) => id === 1726);
    const inDistricts = tashkent?.childrens.reduce((sum, { total }) => sum + total, 0) ?? 0;
    expect(tashkent?.total).toBeGreaterThan(inDistricts);
  });

  it.each([
    ["ru", "Андижанская область", "Андижан"],
    ["uz", "Andijon viloyati", "Andijon shahri"],
    ["en", "Andijan Region", "Andijan"],
  ])("is named in %s, regions by name", async (locale, region, district) => {
    const kinds = await tree(locale);
    const andijan = kinds[0]?.childrens.find(({ id }) => id === 1703);
    expect([andijan?.name, andijan?.childrens.map(({ name }) => name)]).toEqual([
      region,
      [district],
    ]);
    const names = kinds[0]?.childrens.map(({ name }) => name) ?? [];
    expect(names).toEqual([...names].sort(new Intl.Collator(locale, { numeric: true }).compare));
  });

  it("gives every kind an icon that is one drawing of the size agreed on", async () => {
    for (const { source } of await tree("ru"))
      expect(source).toMatch(/^<svg viewBox="0 0 24 24" [^>]*stroke="currentColor"[^]*<\/svg>$/);
  });

  it("is read from the database by one query", async () => {
    const queries: string[] = [];
    const counting = kampus.db.withPlugin({
      transformQuery: ({ node }) => {
        queries.push(node.kind);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    expect(await listCategories(counting, "ru")).toEqual(await tree("ru"));
    expect(queries).toHaveLength(1);
  });

  it("may be cached for a while, and is not sent again to a browser that has it", async () => {
    const first = await kampus.get("/api/ru/categories");
    expect(first.headers["cache-control"]).toMatch(/^public, max-age=\d+$/);
    const etag = String(first.headers.etag);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await kampus.get("/api/ru/categories", { headers: { "if-none-match": tags } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
    }
    const english = await kampus.get("/api/en/categories", { headers: { "if-none-match": etag } });
    expect(english.statusCode).toBe(200);
  });

  it("is not found in an unknown language", async () => {
    expect((await kampus.get("/api/de/categories")).statusCode).toBe(404);
  });
});
