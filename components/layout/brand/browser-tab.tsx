"use client";

import { useEffect } from "react";
import { useBrand } from "#components/layout/brand/use-brand.ts";
import { usePageMark, useTabName } from "#components/layout/use-page-mark.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";

/**
 * Shows the brand in the title of the tab, and the number of waiting items in its title and icon: "(3) Сообщения ·
 * Kampus".
 */
export function BrowserTab() {
  const count = usePageMark();
  useCompleteTitle(count);
  useMarkedIcon(count);
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

/** Shows the count on the icon of the tab, and on that of the installed app where the system allows it. */
function useMarkedIcon(count: number): void {
  useEffect(() => {
    void markApp(count);
    if (count === 0) return;
    const icon = drawIcon(count);
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')];
    const before = links.map((link) => link.href);
    for (const link of links) link.href = icon;
    return () => {
      for (const [index, link] of links.entries()) link.href = before[index] ?? link.href;
    };
  }, [count]);
}

const shownMax = 99;

/** The mark of app/icon.svg with the count on an amber disc. */
function drawIcon(count: number): string {
  const text = String(Math.min(count, shownMax));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0f766e"/><path d="M11 12 22.5 9.5M11 12l5.5 10" stroke="#fff" stroke-width="2" stroke-linecap="round"/><circle cx="11" cy="12" r="3.6" fill="#fff"/><circle cx="16.5" cy="22.5" r="3.6" fill="#fff"/><circle cx="22" cy="21.5" r="10.5" fill="#f0a030"/><text x="22" y="26.6" font-family="system-ui,sans-serif" font-size="${text.length > 1 ? 13 : 15}" font-weight="700" text-anchor="middle" fill="#1c1b19">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

async function markApp(count: number): Promise<void> {
  if (!("setAppBadge" in navigator)) return;
  try {
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch {
    // Not every system lets a page set a badge on an app that is not installed.
  }
}
