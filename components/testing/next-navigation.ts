/**
 * Stands in for "next/navigation" in component tests: a router whose pages are never loaded. The address of the window is
 * its only state, so pushes, replacements and steps of the history are followed as Next's own router follows them.
 */
import { useMemo, useSyncExternalStore } from "react";
import { createListeners } from "#lib/browser/store.ts";

export const router = {
  push: (address: string) => window.history.pushState(null, "", address),
  replace: (address: string) => window.history.replaceState(null, "", address),
  /** Nothing is fetched; a test may spy on it. */
  prefetch: (_address: string): void => undefined,
};

const { call, subscribe } = createListeners("popstate");

for (const name of ["pushState", "replaceState"] as const) {
  const change = window.history[name].bind(window.history);
  window.history[name] = (...given) => {
    change(...given);
    call();
  };
}

export const useRouter = () => router;

export const usePathname = (): string =>
  useSyncExternalStore(subscribe, () => window.location.pathname);

export function useSearchParams(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}
