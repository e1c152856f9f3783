"use client";

import { writeLocale } from "#lib/browser/cookies.ts";
import { loadPage } from "#lib/browser/history-layers.ts";
import { splitLocale } from "#lib/site/pages.ts";

/** The page that is open, in another language: path, query and anchor stay. */
export function addressIn(locale: string, { pathname, search, hash }: Location): string {
  const { path } = splitLocale(pathname);
  return `/${locale}${path === "/" ? "" : path}${search}${hash}`;
}

/** Reloads the page, because its texts and the declared language are built into it. */
export function changeLanguage(locale: string): void {
  writeLocale(locale);
  loadPage(addressIn(locale, window.location));
}
