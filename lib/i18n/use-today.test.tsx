// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useToday } from "#lib/i18n/use-today.ts";

afterEach(() => void vi.useRealTimers());

it.each([
  [
    "makes the tab visible",
    () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  ],
  ["returns to a window that stayed visible", () => window.dispatchEvent(new Event("focus"))],
])("a member who %s after the device has slept sees the new day", (_, look) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 28, 23, 50) });
  const { result } = renderHook(useToday);
  expect(result.current).toEqual(new Date(2026, 10, 28));
  vi.setSystemTime(new Date(2026, 10, 29, 8));
  act(() => void look());
  expect(result.current).toEqual(new Date(2026, 10, 29));
});
