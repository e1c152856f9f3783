import { describe, expect, test } from "vitest";
import type { CategoryNode } from "#lib/categories/schema.ts";
import { allAnd, choiceOf, findPath, itemsInView } from "#lib/categories/tree.ts";

const node = (id: number, ...childrens: CategoryNode[]): CategoryNode => ({
  id,
  name: `Node ${id}`,
  total: id,
  source: "",
  childrens,
});
const nodes = [node(1, node(10, node(11)), node(20)), node(2, node(10))];
const properties = ["establishment", "region"] as const;
const idsOf = (path?: readonly CategoryNode[]) => path?.map(({ id }) => id);

describe("the query of a node", () => {
  test("names the kind, and below it the region or the district", () => {
    const [kind, region, district] = [node(1), node(10), node(11)];
    expect(choiceOf([kind], properties)).toEqual({ establishment: "1" });
    expect(choiceOf([kind, region], properties)).toEqual({ establishment: "1", region: "10" });
    expect(choiceOf([kind, region, district], properties)).toEqual({
      establishment: "1",
      region: "11",
    });
  });

  test("is empty for the node that stands for all", () => {
    expect(choiceOf([node(0)], properties)).toEqual({});
  });

  test("leads back to the same node", () => {
    expect(idsOf(findPath(nodes, properties, { establishment: "2", region: "10" }))).toEqual([
      2, 10,
    ]);
    expect(idsOf(findPath(nodes, properties, { establishment: "1", region: "11" }))).toEqual([
      1, 10, 11,
    ]);
    expect(idsOf(findPath(allAnd(nodes, "All"), properties, {}))).toEqual([0]);
  });

  test("leads nowhere when the tree has no such node", () => {
    expect(findPath(nodes, properties, { establishment: "3" })).toBeUndefined();
    expect(findPath(nodes, properties, { establishment: "2", region: "20" })).toBeUndefined();
    expect(findPath(nodes, properties, {})).toBeUndefined();
  });
});

describe("the visible nodes", () => {
  const keys = (...opened: string[]) => itemsInView(nodes, new Set(opened)).map(({ key }) => key);

  test("are the top nodes, and the children of open branches", () => {
    expect(keys()).toEqual(["1", "2"]);
    expect(keys("1")).toEqual(["1", "1/10", "1/20", "2"]);
    expect(keys("1", "1/10")).toEqual(["1", "1/10", "1/10/11", "1/20", "2"]);
  });

  test("exclude everything below a closed branch, even an open branch in it", () => {
    expect(keys("1/10")).toEqual(["1", "2"]);
  });

  test("have their place: level, position and number of siblings", () => {
    const region = itemsInView(nodes, new Set(["1"])).find(({ key }) => key === "1/20");
    expect(region).toMatchObject({ level: 2, position: 2, siblings: 2, open: false });
  });
});

test("the node that stands for all has the sum of the totals", () => {
  expect(allAnd(nodes, "All")[0]).toMatchObject({ id: 0, name: "All", total: 3, childrens: [] });
});
