"use client";

import { useEffect } from "react";
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

/** Draws the count on the icon of the tab, and on that of the installed app; returns what gives the tab its own back. */
function markIcon(count: number): () => void {
  void markApp(count);
  const icon = drawIcon(count);
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')];
  const before = links.map((link) => link.href);
  for (const link of links) link.href = icon;
  return () => {
    for (const [index, link] of links.entries()) link.href = before[index] ?? link.href;
  };
}

const shownMax = 99;

/** The mark of app/icon.svg with the count on an amber disc. */
function drawIcon(count: number): string {
  const text = String(Math.min(count, shownMax));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0f766e"/><path d="M11 12 22.5 9.5M11 12l5.5 10" stroke="#fff" stroke-width="2" stroke-linecap="round"/><circle cx="11" cy="12" r="3.6" fill="#fff"/><circle cx="16.5" cy="22.5" r="3.6" fill="#fff"/><circle cx="22" cy="21.5" r="10.5" fill="#f0a030"/><text x="22" y="26.6" font-family="system-ui,sans-serif" font-size="${text.length > 1 ? 13 : 15}" font-weight="700" text-anchor="middle" fill="#1c1b19">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

async function markApp(count: number): Promise<void> {
  try {
    if ("setAppBadge" in navigator) await navigator.setAppBadge(count);
  } catch {
    // Not every system lets a page set a badge on an app that is not installed.
  }
}
