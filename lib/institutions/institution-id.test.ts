import { expect, test } from "vitest";
import { institutionIdOf } from "#lib/institutions/institution-id.ts";

test("a page reads its institution from the path, and null from a path that cannot name one", () => {
  expect(institutionIdOf("/objects/42")).toBe(42);
  expect(institutionIdOf("/objects/42/classes/2014")).toBe(42);
  expect(institutionIdOf("/objects/42/classes/since-2022/")).toBe(42);
  const paths = [
    "/objects/_",
    "/objects/0",
    "/objects/1e3",
    "/objects",
    "/users/1",
    "/objects/1/2",
    "/objects/1/classes",
    "/objects/1/classes/2014/events",
    "/objects/_/classes/2014",
  ];
  expect(paths.map(institutionIdOf)).toEqual(paths.map(() => null));
});
