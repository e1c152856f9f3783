/** Adds what jsdom lacks and we or Mantine need, and the matchers of component tests. */
import { webcrypto } from "node:crypto";
import { TransformStream } from "node:stream/web";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { openDB } from "idb";
import { afterAll, afterEach, vi } from "vitest";

configure({ asyncUtilTimeout: 4_000 }); // on a busy machine
afterEach(cleanup);
// Waits one turn of the event loop, so that callbacks of the last test still find a window, and for what is still read or
// written in the databases of the browser, twice: writing may be followed by trimming.
afterAll(async () => {
  await new Promise((resolve) => setTimeout(resolve));
  await whenDatabasesRest();
  await whenDatabasesRest();
});

/** Some files have them, and may take them away. */
const globals: Partial<Pick<typeof globalThis, "indexedDB">> = globalThis;

async function whenDatabasesRest(): Promise<void> {
  const databases = (await globals.indexedDB?.databases()) ?? [];
  for (const { name = "" } of databases) {
    const db = await openDB(name);
    // It begins when all that were begun before it are over.
    if (db.objectStoreNames.length > 0)
      await db.transaction([...db.objectStoreNames], "readwrite").done;
    db.close();
  }
}

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
// jsdom lays nothing out; everything counts as rendered.
Element.prototype.getClientRects = () => [{}] as unknown as DOMRectList; // only counted

// Components are tested without Next around them.
vi.mock("next/navigation", () => import("#components/testing/next-navigation.ts"));
