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
  const written = route && (routes.login(route).path.split("?")[1] ?? "");
  writeIntent(written && written.length <= writtenMax ? written : null);
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
