"use client";

import { useEffect, useState } from "react";
import type { Goal } from "#lib/messenger/history/use-history.ts";

/** Long enough to find the message, too short to read on beside it. */
const highlightedMs = 2500;

/** Seq of the message that one has just gone to; null: none. */
export function useHighlighted(reached: Goal | null): number | null {
  const [faded, setFaded] = useState<Goal | null>(null);
  useEffect(() => {
    if (reached?.at !== "message") return;
    const timer = setTimeout(() => setFaded(reached), highlightedMs);
    return () => clearTimeout(timer);
  }, [reached]);
  return reached?.at === "message" && reached !== faded ? reached.seq : null;
}
