/** Gives the browser of a test an active service worker, until its end. */
import { afterEach, vi } from "vitest";

/** Returns what the page posts its messages with. */
export function installServiceWorker() {
  const postMessage = vi.fn();
  const registration = { active: { postMessage } };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: Object.assign(new EventTarget(), {
      startMessages: () => undefined,
      getRegistration: () => Promise.resolve(registration),
      ready: Promise.resolve(registration),
    }),
  });
  return postMessage;
}

afterEach(() => void Reflect.deleteProperty(navigator, "serviceWorker"));
