"use client";

import { type RefObject, useEffect } from "react";

/** Takes the focus, on leaving, back to where it was; to `fallback` where it was nowhere or that is gone. */
export function useFocusBack(fallback: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const other = fallback.current;
    const before = document.activeElement;
    return () => {
      const isThere = before instanceof HTMLElement && before.isConnected;
      (isThere && before !== document.body ? before : other)?.focus();
    };
  }, [fallback]);
}
