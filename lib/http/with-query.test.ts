import { afterEach, expect, test, vi } from "vitest";
import { withQuery } from "#lib/http/with-query.ts";

afterEach(() => vi.restoreAllMocks());

test("a query has the values that are given, and none that are empty", () => {
  const values = { q: "школа 5", region_id: 14, group: "", cursor: null, end: undefined };
  expect(withQuery("/objects", values)).toBe(
    "/objects?q=%D1%88%D0%BA%D0%BE%D0%BB%D0%B0+5&region_id=14",
  );
});

test("a path without values stays as it is", () => {
  expect(withQuery("/objects", { q: "" })).toBe("/objects");
});

test("a search reaches the server from browsers whose queries have no size", () => {
  vi.spyOn(URLSearchParams.prototype, "size", "get").mockReturnValue(undefined as never); // as in Safari 16.4
  expect(withQuery("/users", { q: "Anna" })).toBe("/users?q=Anna");
});
