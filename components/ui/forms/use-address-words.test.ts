import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { useAddressWords } from "#components/ui/forms/use-address-words.ts";

/** The query that the router has given to the page so far; it lags behind the address. */
let reportedQuery = "";
vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams(reportedQuery) })); // late when the test says so, as Next's router is

const queryOf = (q: string) => `?${new URLSearchParams({ q })}`;

beforeEach(() => {
  reportedQuery = "";
  window.history.replaceState(null, "", "/ru");
});

it("a field whose words are in the address keeps letters that a member types before the router reports the address with the earlier ones", async () => {
  const { result, rerender } = renderHook(() => useAddressWords());
  act(() => result.current.setWords("бу"));
  await vi.waitFor(() => expect(window.location.search).toBe(queryOf("бу")));
  act(() => result.current.setWords("бухара"));
  reportedQuery = window.location.search;
  rerender();
  expect(result.current).toMatchObject({ words: "бухара", q: "бу" });
  await vi.waitFor(() => expect(window.location.search).toBe(queryOf("бухара")));
});

it("a field whose words are in the address keeps letters that a member types before the router reports any of several earlier addresses", async () => {
  const { result, rerender } = renderHook(() => useAddressWords());
  for (const typed of ["б", "бу"]) {
    act(() => result.current.setWords(typed));
    await vi.waitFor(() => expect(window.location.search).toBe(queryOf(typed)));
  }
  act(() => result.current.setWords("бухара"));
  for (const late of ["б", "бу"]) {
    reportedQuery = queryOf(late);
    rerender();
    expect(result.current).toMatchObject({ words: "бухара", q: late });
  }
});

it("a field whose words are in the address takes the words of the address when a link or Back has changed it", () => {
  const { result, rerender } = renderHook(() => useAddressWords());
  act(() => result.current.setWords("бу"));
  reportedQuery = queryOf("школа");
  rerender();
  expect(result.current).toMatchObject({ words: "школа", q: "школа" });
});
