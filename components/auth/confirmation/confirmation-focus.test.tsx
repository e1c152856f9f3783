import { act } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Confirmation } from "#components/auth/confirmation/confirmation.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("a member who confirmed the address in another window goes on at once when this one gets the focus again", async () => {
  vi.useFakeTimers();
  const member = { ...memberSample, verified: false };
  renderWithProviders(<Confirmation />, { member, answer: () => ({ body: {} }) });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  member.verified = true;
  window.dispatchEvent(new Event("focus"));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(window.location.pathname).toBe("/ru/welcome");
});
