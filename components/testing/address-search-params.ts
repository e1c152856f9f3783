/** Stands in for `useSearchParams` of "next/navigation" where a component test reads and changes the address. */
import { useSyncExternalStore } from "react";
import { vi } from "vitest";

/** Follows pushState and replaceState as Next's own does. */
export function useAddressSearchParams(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  return new URLSearchParams(search);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("popstate", onChange);
  const changes = (["pushState", "replaceState"] as const).map((name) => {
    const change = window.history[name].bind(window.history);
    return vi.spyOn(window.history, name).mockImplementation((...given) => {
      change(...given);
      onChange();
    });
  });
  return () => {
    window.removeEventListener("popstate", onChange);
    for (const spy of changes) spy.mockRestore();
  };
}
