// @vitest-environment jsdom
import { renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useFetchedAhead } from "#lib/browser/use-fetched-ahead.ts";

const withConnection = (connection: object | undefined) =>
  vi.stubGlobal("navigator", Object.create(navigator, { connection: { value: connection } }));

/** Calls what it is given at once. */
const idleAtOnce = () => vi.stubGlobal("requestIdleCallback", (callback: () => void) => callback());

it.each([undefined, { saveData: false, effectiveType: "4g" }])(
  "what may be needed later is fetched once the page is idle (connection: %j)",
  async (connection) => {
    withConnection(connection);
    idleAtOnce();
    const fetchPart = vi.fn(() => Promise.resolve());
    renderHook(() => useFetchedAhead(fetchPart));
    await waitFor(() => expect(fetchPart).toHaveBeenCalledOnce());
  },
);

it.each([{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }])(
  "somebody who saves data or has a slow network fetches nothing ahead (connection: %j)",
  (connection) => {
    withConnection(connection);
    idleAtOnce();
    const fetchPart = vi.fn(() => Promise.resolve());
    renderHook(() => useFetchedAhead(fetchPart));
    expect(fetchPart).not.toHaveBeenCalled();
  },
);

it("nothing is fetched ahead of a screen that was left before the page was idle", () => {
  const callbacks: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (callback: () => void) => callbacks.push(callback));
  const fetchPart = vi.fn(() => Promise.resolve());
  renderHook(() => useFetchedAhead(fetchPart)).unmount();
  for (const callback of callbacks) callback();
  expect(fetchPart).not.toHaveBeenCalled();
});
