"use client";

import { type RefCallback, useCallback, useState } from "react";

/** How far outside the window the element may be. */
const rootMargin = "200px";

/** Whether the element of the ref is or was visible, or nearly. */
export function useComingIntoView(): [ref: RefCallback<Element>, came: boolean] {
  const [came, setCame] = useState(false);
  const ref: RefCallback<Element> = useCallback((element) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setCame(true);
      },
      { rootMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, came];
}
