import { expect, test } from "vitest";
import { memberIdOf } from "#lib/profile/member-id.ts";

test("a page reads its member from the path", () => {
  expect(memberIdOf("/users/42")).toBe(42);
  expect(memberIdOf("/users/42/")).toBe(42);
  expect(memberIdOf("/users/2147483647")).toBe(2_147_483_647);
});

test("a page finds no member in a path that cannot name one", () => {
  const paths = [
    "/users/_",
    "/users/0",
    "/users/1e3",
    "/users/-1",
    "/users/2147483648",
    "/users",
    "/friends",
    "/users/1/2",
  ];
  expect(paths.map(memberIdOf)).toEqual(paths.map(() => null));
});
