// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { PropsWithChildren } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useDayLabel, useShortMoment } from "#components/messenger/history/use-day-label.ts";
import messages from "#messages/ru.json" with { type: "json" };

afterEach(() => vi.useRealTimers());

const inRussian = ({ children }: PropsWithChildren) => (
  <NextIntlClientProvider locale="ru" messages={messages}>
    {children}
  </NextIntlClientProvider>
);

it("the messages and the chats of a page that stays open over midnight are of yesterday then", () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 23, 50) });
  const iso = new Date().toISOString();
  const { result } = renderHook(() => [useDayLabel()(iso), useShortMoment()(iso)], {
    wrapper: inRussian,
  });
  expect(result.current).toEqual(["Сегодня", "23:50"]);
  act(() => void vi.advanceTimersToNextTimer());
  expect(result.current).toEqual(["Вчера", "вчера"]);
});
