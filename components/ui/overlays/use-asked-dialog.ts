"use client";

import { type RefObject, useRef, useState } from "react";

/**
 * A dialog that is asked for: what for, and how often so far, which as its key makes it begin anew. When it closes, the
 * focus returns to the element that had it, or to `fallback` where nothing had it or that element is gone. Safari does not
 * focus a clicked button, so an ancestor of the fallback may have had the focus: then the fallback gets it.
 */
export function useAskedDialog<Asked>(fallback?: RefObject<HTMLElement | null>) {
  const [dialog, setDialog] = useState<{ asked: Asked; opened: boolean; times: number }>();
  const opener = useRef<Element>(null);
  const open = (asked: Asked) => {
    opener.current = document.activeElement;
    setDialog((before) => ({ asked, opened: true, times: (before?.times ?? 0) + 1 }));
  };
  const close = () => {
    setDialog((before) => before && { ...before, opened: false });
    const { current } = opener;
    const other = fallback?.current ?? null;
    const returns =
      current instanceof HTMLElement &&
      current.isConnected &&
      current !== document.body &&
      (other === current || !current.contains(other));
    (returns ? current : other)?.focus();
  };
  return { dialog, open, close };
}
