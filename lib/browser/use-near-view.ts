"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";

interface NearViewOptions {
  /** Whether the element is watched at all. */
  waits: boolean;
  /** How near is near, as the `rootMargin` of an IntersectionObserver. */
  margin: string;
  /** Selects the scrolling box around the element, which is the page by default. */
  within?: string;
}

/** Calls `act` when the element comes into view, or near it. */
export function useNearView(
  ref: RefObject<HTMLElement | null>,
  act: () => void,
  { waits, margin, within }: NearViewOptions,
): void {
  const onNear = useEffectEvent(act);
  useEffect(() => {
    if (!waits || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear();
      },
      { root: within ? ref.current.closest(within) : null, rootMargin: margin },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, waits, margin, within]);
}
