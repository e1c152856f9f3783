import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { usePeopleAddress } from "#components/people/filters/use-people-address.ts";

/** The query that the router has given to the page so far; it lags behind the address. */
let reportedQuery = "";
vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams(reportedQuery) })); // late when the test says so, as Next's router is

const queryOf = (q: string) => `?${new URLSearchParams({ q })}`;

beforeEach(() => {
  reportedQuery = "";
  window.history.replaceState(null, "", "/ru/friends/find");
});

it("the people search keeps letters that a member types before the router reports any of several earlier addresses", async () => {
  const { result, rerender } = renderHook(() => usePeopleAddress());
  for (const typed of ["к", "ки"]) {
    act(() => result.current.setWords(typed));
    await vi.waitFor(() => expect(window.location.search).toBe(queryOf(typed)));
  }
  act(() => result.current.setWords("ким"));
  for (const late of ["к", "ки"]) {
    reportedQuery = queryOf(late);
    rerender();
    expect(result.current.words).toBe("ким");
  }
  await vi.waitFor(() => expect(result.current.filters.q).toBe("ким"));
});

it("the people search takes the words and the filters of the address when a link or Back has changed it", () => {
  const { result, rerender } = renderHook(() => usePeopleAddress());
  act(() => result.current.setWords("ким"));
  reportedQuery = `${queryOf("рахимов")}&object_id=1`;
  rerender();
  expect(result.current).toMatchObject({
    words: "рахимов",
    filters: { q: "рахимов", object_id: 1 },
  });
});
