import { act, renderHook } from "@testing-library/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { createListeners, createStore, useStore } from "#lib/browser/store.ts";

test("a component shows the value of a store, and each value that replaces it", () => {
  const store = createStore("first");
  const { result } = renderHook(() => useStore(store));
  expect(result.current).toBe("first");
  act(() => store.set("second"));
  expect(result.current).toBe("second");
  expect(store.get()).toBe("second");
});

test("a page is prerendered with the initial value of a store", () => {
  const store = createStore("first");
  store.set("second");
  const Shown = () => useStore(store);
  expect(renderToString(createElement(Shown))).toBe("first");
});

test("a listener is called for each change and for the events it was made for, until it stops", () => {
  const listeners = createListeners("focus", "storage");
  const listener = vi.fn();
  const stop = listeners.subscribe(listener);
  listeners.call();
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("storage"));
  window.dispatchEvent(new Event("blur"));
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  listeners.call();
  window.dispatchEvent(new Event("focus"));
  expect(listener).toHaveBeenCalledTimes(3);
});
