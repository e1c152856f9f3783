"use client";

import { useEffect } from "react";
import { usePageMark } from "#components/layout/page-mark.ts";
import { useBrand } from "#components/layout/brand/use-brand.ts";

const counted = /^\(\d+\) /;

/**
 * Ends the title of every page with the brand, which is not known when pages are prerendered, and begins it with what
 * waits: "(3) Сообщения · Kampus". Next writes the title anew at each navigation, so it is watched.
 */
export function BrandedTitle() {
  const ending = ` · ${useBrand()}`;
  const count = usePageMark();
  useEffect(() => {
    const complete = () => {
      const { title } = document;
      // It is empty for a moment as the page changes; a screen reader is told what stands there first.
      if (!title) return;
      const bare = title.replace(counted, "");
      const whole = `${count > 0 ? `(${count}) ` : ""}${bare}${bare.endsWith(ending) ? "" : ending}`;
      if (whole !== title) document.title = whole;
    };
    complete();
    const observer = new MutationObserver(complete);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [ending, count]);
  return null;
}
