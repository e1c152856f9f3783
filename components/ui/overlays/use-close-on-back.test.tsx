// @vitest-environment jsdom
import { render, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";

const onBack = vi.fn<() => void>();

function Layer() {
  useCloseOnBack(onBack);
  return null;
}

function Part({ isPart }: { isPart: boolean }) {
  useCloseOnBack(onBack, true, { isPart });
  return null;
}

const open = () => {
  const view = render(<Layer />, { wrapper: StrictMode });
  return { ...view, close: () => view.rerender(null) };
};
const depth = () => (window.history.state as { depth?: number; mark?: string } | null)?.depth ?? 0;
const waitForDepth = (expected: number) => vi.waitFor(() => expect(depth()).toBe(expected));

beforeEach(() => {
  onBack.mockReset();
  window.history.pushState({ mark: "page" }, "", "/ru/page");
});

afterEach(() => waitFor(() => expect(depth()).toBe(0)));

describe("a layer over the page", () => {
  it("has one history entry at the same address, which keeps the state of the router", async () => {
    const before = window.history.length;
    const { unmount } = open();
    await waitForDepth(1);
    expect(window.history.length).toBe(before + 1);
    expect(window.history.state).toEqual({ mark: "page", depth: 1 });
    expect(window.location.pathname).toBe("/ru/page");
    unmount();
  });

  it("is closed by Back, and the page stays", async () => {
    const { close } = open();
    onBack.mockImplementation(close);
    await waitForDepth(1);
    window.history.back();
    await waitForDepth(0);
    await vi.waitFor(() => expect(onBack).toHaveBeenCalledOnce());
    expect(window.location.pathname).toBe("/ru/page");
  });

  it("removes its history entry when it is closed in another way", async () => {
    const { close } = open();
    await waitForDepth(1);
    close();
    await waitForDepth(0);
    expect(onBack).not.toHaveBeenCalled();
  });

  it("makes toasts lie below it on a phone while it covers only a part of the page", async () => {
    const { rerender, unmount } = render(<Part isPart />);
    const isBelow = () => document.documentElement.hasAttribute("data-toasts-below");
    expect(isBelow()).toBe(true);
    rerender(<Part isPart={false} />);
    expect(isBelow()).toBe(false);
    rerender(<Part isPart />);
    unmount();
    expect(isBelow()).toBe(false);
    await waitForDepth(0);
  });

  it("is asked again at the next Back when it stayed open", async () => {
    const { unmount } = open();
    await waitForDepth(1);
    window.history.back();
    await vi.waitFor(() => expect(onBack).toHaveBeenCalledTimes(1));
    await waitForDepth(1);
    window.history.back();
    await vi.waitFor(() => expect(onBack).toHaveBeenCalledTimes(2));
    await waitForDepth(1);
    unmount();
  });

  it("is the only one of two layers that Back closes", async () => {
    const below = render(<Layer />);
    await waitForDepth(1);
    const above = open();
    onBack.mockImplementation(above.close);
    await waitForDepth(2);
    window.history.back();
    await waitForDepth(1);
    await vi.waitFor(() => expect(onBack).toHaveBeenCalledOnce());
    below.unmount();
  });

  it("does not step back from a page that was opened from it", async () => {
    const { unmount } = open();
    await waitForDepth(1);
    window.history.pushState({ mark: "next" }, "", "/ru/next");
    unmount();
    // The next layer opens on the other page.
    const next = open();
    await waitForDepth(1);
    expect(window.history.state).toEqual({ mark: "next", depth: 1 });
    next.unmount();
    await waitForDepth(0);
    expect(window.location.pathname).toBe("/ru/next");
  });

  it("is not reopened by Forward", async () => {
    const { close } = open();
    onBack.mockImplementation(close);
    await waitForDepth(1);
    window.history.back();
    await vi.waitFor(() => expect(onBack).toHaveBeenCalledOnce());
    const moved = vi.fn<() => void>();
    window.addEventListener("popstate", moved);
    window.history.forward();
    await vi.waitFor(() => expect(moved).toHaveBeenCalledTimes(2));
    window.removeEventListener("popstate", moved);
    expect(depth()).toBe(0);
  });
});

describe("a page that is loaded at the entry of a layer", () => {
  it("removes that entry, though its scripts run after it was shown", async () => {
    window.history.pushState({ mark: "page", depth: 1 }, "");
    expect(document.readyState).toBe("complete");
    vi.resetModules();
    await import("#lib/browser/history-layers.ts");
    await waitForDepth(0);
    expect(window.history.state).toEqual({ mark: "page" });
  });
});
