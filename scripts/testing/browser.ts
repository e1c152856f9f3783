/** Adds what jsdom lacks and we or Mantine need, and the matchers of component tests. */
import { webcrypto } from "node:crypto";
import { TransformStream } from "node:stream/web";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

configure({ asyncUtilTimeout: 4_000 }); // on a busy machine
afterEach(cleanup);
// Waits one turn of the event loop, so that callbacks of the last test still find a window.
afterAll(() => new Promise((resolve) => setTimeout(resolve)));

class SilentResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Nothing matches: a wide screen, no preference for dark colours or less motion. */
class SilentMediaQueryList extends EventTarget {
  readonly matches = false;
  readonly onchange = null;
  readonly media: string;
  constructor(media: string) {
    super();
    this.media = media;
  }
  addListener() {}
  removeListener() {}
}

Object.assign(window, {
  TransformStream,
  ResizeObserver: SilentResizeObserver,
  matchMedia: (query: string) => new SilentMediaQueryList(query),
});
Object.defineProperty(window, "crypto", { value: webcrypto });
Element.prototype.scrollIntoView = () => {};
Element.prototype.checkVisibility = () => true;

// Components are tested without Next around them.
vi.mock("next/navigation", () => import("#components/testing/next-navigation.ts"));
