"use client";

import { type RefObject, useEffect, useState } from "react";

/**
 * Returns the focus to where it was before when a layer over the page closes, or to `fallback` where nothing had it or
 * that element is gone.
 */
export function useOpenerFocus(fallback?: RefObject<HTMLElement | null>): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const other = fallback?.current;
    return () => {
      const isThere = opener instanceof HTMLElement && opener.isConnected;
      (isThere && opener !== document.body ? opener : other)?.focus();
    };
  }, [opener, fallback]);
}
