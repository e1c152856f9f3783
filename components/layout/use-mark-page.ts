"use client";

import { useEffect } from "react";
import { markIcon } from "#components/layout/brand/mark-icon.ts";
import { pageMark } from "#components/layout/use-page-mark.ts";

/** Marks the page with the count of its surface; used once in it, on pages of members alone. */
export function useMarkPage(count: number): void {
  useEffect(() => {
    pageMark.set(count);
    const unmark = count > 0 ? markIcon(count) : undefined;
    return () => {
      pageMark.set(0);
      unmark?.();
    };
  }, [count]);
}
