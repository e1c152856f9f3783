import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { partTimeoutMs } from "#lib/browser/fetch-on-demand.ts";

const isSignShown = () => document.documentElement.hasAttribute("data-fetching");

it("a member who presses for a part whose connection hangs sees that it is fetched, is told when it is given up, and gets it by the next press", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  const fetchPart = vi.fn<() => Promise<string>>();
  fetchPart.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValue("Меню");
  function Opener() {
    const [wanted, setWanted] = useState(false);
    const part = useOnDemand(fetchPart, () => setWanted(false), wanted);
    return part ?? <button onClick={() => setWanted(true)}>Открыть</button>;
  }
  renderWithProviders(<Opener />);
  expect(isSignShown()).toBe(false);
  await user.click(screen.getByRole("button", { name: "Открыть" }));
  expect(isSignShown()).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(partTimeoutMs));
  expect(isSignShown()).toBe(false);
  await vi.waitFor(() =>
    expect(shownToasts()).toEqual([expect.stringContaining("Нет связи с сервером")]),
  );
  await user.click(screen.getByRole("button", { name: "Открыть" }));
  expect(await screen.findByText("Меню")).toBeVisible();
  expect(isSignShown()).toBe(false);
  vi.useRealTimers();
});
