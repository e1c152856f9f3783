// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { reloadOutdated } from "#lib/browser/service-worker.ts";

it("a page whose build is gone tells its worker so when it is loaded anew", () => {
  vi.spyOn(console, "error").mockReturnValue(undefined); // jsdom loads no page
  const postMessage = vi.fn();
  vi.stubGlobal("navigator", { serviceWorker: { controller: { postMessage } } });
  reloadOutdated();
  expect(postMessage).toHaveBeenCalledWith({ type: "outdated", page: window.location.pathname });
});
