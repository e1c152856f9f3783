"use client";

import { useEffect } from "react";
import { useBrand } from "#components/layout/use-brand.ts";

/**
 * Ends the title of every page with the brand, which is not known when pages are prerendered.
 * Next writes the title anew at each navigation, so it is watched.
 */
export function BrandedTitle() {
  const ending = ` · ${useBrand()}`;
  useEffect(() => {
    const complete = () => {
      const { title } = document;
      // It is empty for a moment as the page changes; a screen reader is told what stands there first.
      if (title && !title.endsWith(ending)) document.title += ending;
    };
    complete();
    const observer = new MutationObserver(complete);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      if (document.title.endsWith(ending)) document.title = document.title.slice(0, -ending.length);
    };
  }, [ending]);
  return null;
}
