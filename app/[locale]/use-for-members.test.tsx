import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { noNetwork } from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };
import { useForMembers } from "./use-for-members.ts";

const fetchHeader = vi.fn<() => Promise<string>>();

function Header() {
  return <p>{useForMembers(fetchHeader) ?? "Вход"}</p>;
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fetchHeader.mockReset();
  fetchHeader.mockRejectedValue(new Error("Failed to load chunk"));
});
afterEach(() => void vi.useRealTimers());

it("a member without a network gets their header once the network is back", async () => {
  renderWithProviders(<Header />, {
    member: memberSample,
    answer: () => Promise.reject(noNetwork),
  });
  await waitFor(() => expect(fetchHeader).toHaveBeenCalled());
  fetchHeader.mockResolvedValue("Имя");
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByText("Имя")).toBeVisible();
  expect(shownToasts()).toEqual([]);
});

it("a member whose page is of a build that is gone reads so, and its header is asked for again only now and then", async () => {
  renderWithProviders(<Header />, { member: memberSample, answer: () => ({ body: null }) });
  const { outdated, reload } = messages.Problem;
  await waitFor(() => expect(shownToasts()).toEqual([`${outdated}: ${reload}`]));
  fetchHeader.mockClear();
  await act(() => vi.advanceTimersByTimeAsync(50_000));
  expect(fetchHeader).not.toHaveBeenCalled();
  fetchHeader.mockResolvedValue("Имя");
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText("Имя")).toBeVisible();
});
