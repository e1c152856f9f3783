"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useSayOutdated } from "#components/ui/on-demand/use-on-demand.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { readToken } from "#lib/browser/cookies.ts";
import { keepFetching } from "#lib/browser/fetch-on-demand.ts";
import { useHydrated } from "#lib/browser/use-hydrated.ts";

/**
 * Returns the part of an open page for members alone; null for visitors, and until it is loaded. `fetchPart` must stay
 * the same function.
 */
export function useForMembers<Part>(fetchPart: () => Promise<Part>): Part | null {
  const { status } = useAuth();
  const hydrated = useHydrated();
  const [part, setPart] = useState<{ fetched: Part } | null>(null);
  // Loading takes as long as checking the session, so a token is enough to begin.
  const wanted =
    status === "undetermined" ? hydrated && readToken() !== null : status === "authenticated";
  const sayOutdated = useEffectEvent(useSayOutdated());
  useEffect(() => {
    if (wanted) return keepFetching(fetchPart, (fetched) => setPart({ fetched }), sayOutdated);
  }, [fetchPart, wanted]);
  return part?.fetched ?? null;
}
