import { expect, test } from "vitest";
import { findPeopleRoute } from "#lib/people/find-people-route.ts";

test("keeps the words of the search in the address", () => {
  expect(findPeopleRoute("Каримов & Ко").path).toBe(
    `/friends/find?q=${encodeURIComponent("Каримов")}+%26+${encodeURIComponent("Ко")}`,
  );
});

test("has no query without words", () => {
  expect(findPeopleRoute("").path).toBe("/friends/find");
});
