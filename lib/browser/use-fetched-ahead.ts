"use client";

import { useEffect } from "react";

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the network is slow or paid by the byte: then nothing is fetched before it is wanted. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }; // Safari and Firefox have none
  return connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true;
}

const idleMs = 3000;

/**
 * Fetches a rarely needed part once the page is loaded and idle, so that it opens at once, and offline too. `fetchPart`
 * must stay the same function.
 */
export function useFetchedAhead(fetchPart: () => unknown): void {
  useEffect(() => {
    if (savesData()) return;
    const left = new AbortController();
    const fetchNow = async () => {
      if (left.signal.aborted) return;
      try {
        await fetchPart();
      } catch {
        // The network is away; it is fetched when it is wanted.
      }
    };
    const whenIdle = () => {
      // Safari has no requestIdleCallback.
      if ("requestIdleCallback" in window) window.requestIdleCallback(() => void fetchNow());
      else setTimeout(() => void fetchNow(), idleMs);
    };
    if (document.readyState === "complete") whenIdle();
    else window.addEventListener("load", whenIdle, { once: true, signal: left.signal });
    return () => left.abort();
  }, [fetchPart]);
}
