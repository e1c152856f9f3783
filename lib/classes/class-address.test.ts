import { expect, test } from "vitest";
import { classAddressOf } from "#lib/classes/class-address.ts";

test("a page reads its class from the path, and null from a path that cannot name one", () => {
  expect(classAddressOf("/objects/42/classes/2014")).toEqual({
    ...{ objectId: 42, key: "2014", years: { start: null, end: 2014 } },
  });
  expect(classAddressOf("/objects/42/classes/since-2022/")).toMatchObject({
    years: { start: 2022, end: null },
  });
  const paths = [
    ...["/objects/_/classes/_", "/objects/0/classes/2014", "/objects/1/classes", "/objects/1"],
    ...["/objects/1/classes/9999", "/objects/1/classes/0", "/objects/1/classes/2014/members"],
  ];
  expect(paths.map(classAddressOf)).toEqual(paths.map(() => null));
});
