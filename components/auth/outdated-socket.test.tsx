import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { MemberSocket } from "#components/auth/member-socket.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

vi.mock("socket.io-client", () => {
  throw new Error("Failed to load chunk");
});

afterEach(() => void vi.useRealTimers());

it("a member whose page is of a build that is gone reads that it has no connection, and it is not tried again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked: string[] = [];
  renderWithProviders(<MemberSocket>{null}</MemberSocket>, {
    member: memberSample,
    answer: (call) => {
      asked.push(call);
      return { body: null };
    },
  });
  const { outdated, reload } = messages.Problem;
  await waitFor(() => expect(shownToasts()).toEqual([`${outdated}: ${reload}`]));
  asked.length = 0;
  await act(() => vi.advanceTimersByTimeAsync(50_000));
  expect(asked).toEqual([]);
});
