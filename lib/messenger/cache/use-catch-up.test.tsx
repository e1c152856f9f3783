// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { messagesQuery } from "#lib/messenger/cache/queries.ts";
import { useCatchUp } from "#lib/messenger/cache/use-catch-up.ts";
import { windowOf } from "#lib/messenger/history/history-window.ts";
import { answerCalls, refusal } from "#lib/testing/answer-calls.ts";
import { chatOf, messagesFrom } from "#lib/testing/message-samples.ts";

afterEach(() => void vi.useRealTimers());

it("two pages whose requests failed together do not ask again at the same moment", async () => {
  vi.useFakeTimers({ now: 0 });
  const askedAt: number[] = [];
  answerCalls(() => {
    askedAt.push(Date.now());
    return refusal("internal", "Что-то пошло не так");
  });
  for (const random of [0, 1]) {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const history = windowOf({
      data: messagesFrom(1, 3),
      meta: { first_seq: 1, last_seq: 3, last_change: 0 },
    });
    client.setQueryData(messagesQuery("private", 7).queryKey, history);
    const start = Date.now();
    askedAt.length = 0;
    const { unmount } = renderHook(
      () => useCatchUp({ kind: "private", chatId: 7 }, history, chatOf()),
      {
        wrapper: ({ children }) => (
          <QueryClientProvider client={client}>{children}</QueryClientProvider>
        ),
      },
    );
    await act(() => vi.advanceTimersByTimeAsync(0));
    await act(() => vi.advanceTimersByTimeAsync(1500));
    unmount();
    expect(askedAt.map((at) => at - start)).toEqual([0, 1000 + 300 * random]);
  }
});
