"use client";

import { useHydrated } from "#lib/browser/use-hydrated.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import type { Route } from "#lib/routes.ts";
import { useSurface } from "#lib/site/surface-context.tsx";

/**
 * The open page, to return to; with its query and anchor once hydrated, as of this render. Null on pages that answer on
 * every surface.
 */
export function useHere(): Route | null {
  const surface = useSurface();
  const pathname = usePathname();
  const hydrated = useHydrated();
  const { search, hash } = hydrated ? window.location : { search: "", hash: "" };
  return surface && { surface, path: `${pathname}${search}${hash}` };
}
