"use client";

import { useEffect } from "react";
import { fetchToaster } from "#components/ui/toasts/toasts.ts";

const idleMs = 3000;

/** Fetches what shows notices once the page has come and rests: the first of them may be that the server is away. */
export function useToasterAhead(): void {
  useEffect(() => {
    const left = new AbortController();
    const fetchAhead = () => void (left.signal.aborted || fetchToaster().catch(() => null));
    const whenIdle = () => {
      // Safari does not tell when it is idle.
      if ("requestIdleCallback" in window) window.requestIdleCallback(fetchAhead);
      else setTimeout(fetchAhead, idleMs);
    };
    if (document.readyState === "complete") whenIdle();
    else window.addEventListener("load", whenIdle, { once: true, signal: left.signal });
    return () => left.abort();
  }, []);
}
