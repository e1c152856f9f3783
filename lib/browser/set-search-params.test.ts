import { beforeEach, expect, it, vi } from "vitest";
import { pushAddress, setSearchParams } from "#lib/browser/set-search-params.ts";

beforeEach(() => {
  window.history.replaceState(null, "", "/ru/friends/find?q=a%20b&region_id=11");
});

it("a change of the address sets the given parameters, removes empty ones, and leaves the others unchanged", () => {
  setSearchParams({ q: "", object_id: "1" });
  expect(window.location.search).toBe("?region_id=11&object_id=1");
});

it("a change of the address writes nothing when nothing changes, so that Back has no step without effect", () => {
  const write = vi.fn();
  setSearchParams({ q: "a b", region_id: "11", object_id: "" }, write);
  expect(write).not.toHaveBeenCalled();
});

it("a change of the address adds a history entry only when the caller pushes the address", () => {
  const steps = window.history.length;
  setSearchParams({ region_id: "12" });
  expect(window.history.length).toBe(steps);
  setSearchParams({ region_id: "13" }, pushAddress);
  expect(window.history.length).toBe(steps + 1);
});
