"use client";

import { useEffect } from "react";
import { useBrand } from "#components/layout/brand/use-brand.ts";
import { usePageMark, useTabName } from "#components/layout/use-page-mark.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";

/** Shows the brand and the number of waiting items in the title of the tab: "(3) Сообщения · Kampus". */
export function BrowserTab() {
  const count = usePageMark();
  useCompleteTitle(count);
  useClearedBadge(count);
  return null;
}

/** The title that the page gave itself, and what was made of it. */
const tab = { given: "", shown: "" };

/**
 * Completes the title whenever it changes: pages are prerendered without the brand, and Next rewrites the title at each
 * navigation.
 */
function useCompleteTitle(count: number): void {
  const ending = ` · ${useBrand()}`;
  const name = useTabName();
  useEffect(() => {
    const complete = () => {
      const { title } = document;
      // The title is empty for a moment during a navigation, and a screen reader announces the first text it gets.
      if (!title) return;
      if (title !== tab.shown) tab.given = title;
      const bare = name ?? tab.given;
      tab.shown = `${count > 0 ? `(${formatNumber(count)}) ` : ""}${bare}${bare.endsWith(ending) ? "" : ending}`;
      if (tab.shown !== title) document.title = tab.shown;
    };
    complete();
    const observer = new MutationObserver(complete);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [ending, count, name]);
}

/** The installed app may have its badge from a page that was closed. */
function useClearedBadge(count: number): void {
  useEffect(() => {
    if (count > 0 || !("clearAppBadge" in navigator)) return;
    navigator.clearAppBadge().catch(() => undefined);
  }, [count]);
}
