"use client";

/**
 * The page that a visitor wanted before the account screens interrupted (docs/decisions.md, D-INTENT). The address of
 * those screens carries it, and a cookie holds it for a day across the confirmation mail.
 */
import { useLocale } from "next-intl";
import { useState } from "react";
import { returnRouteOf } from "#lib/auth/return-route.ts";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";
import { readIntent, writeIntent } from "#lib/browser/cookies.ts";
import { useHydrated } from "#lib/browser/use-hydrated.ts";
import { type Route, routes } from "#lib/routes.ts";

/** The cookie is sent with every request, so a longer path is not stored. */
const writtenMax = 512;

/** Null removes the intent. */
export function storeIntent(route: Route | null): void {
  writeIntent(route && writtenIntent(route));
}

/** Of words that are searched it keeps as many as fit: each Cyrillic letter takes ten characters. */
function writtenIntent(route: Route): string | null {
  const written = routes.login(route).path.split("?")[1] ?? "";
  if (written.length <= writtenMax) return written;
  const shorter = withoutLastWord(route);
  return shorter && writtenIntent(shorter);
}

/** Null for a page that searches for less than two words. */
function withoutLastWord({ surface, path }: Route): Route | null {
  const { pathname, searchParams, hash } = new URL(path, "https://kampus.example");
  const words = searchParams.get("q")?.trim() ?? "";
  const remaining = words.replace(/\s+\S+$/u, "");
  if (remaining === words) return null;
  searchParams.set("q", remaining);
  return { surface, path: `${pathname}?${searchParams.toString()}${hash}` };
}

/**
 * The intent as of the first render, because another tab may use it up meanwhile. It is validated, because anybody may
 * have written the cookie.
 */
export function useIntent(): Route | null {
  const locale = useLocale();
  const hydrated = useHydrated();
  const [intent, setIntent] = useState<Route | null>();
  if (hydrated && intent === undefined) {
    const routeOf = (written: string) =>
      returnRouteOf(new URLSearchParams(written), getRuntimeConfig(), locale);
    setIntent(routeOf(window.location.search) ?? routeOf(readIntent()));
  }
  return intent ?? null;
}
