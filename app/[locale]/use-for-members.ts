"use client";

import { useEffect, useState } from "react";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { readToken } from "#lib/browser/cookies.ts";
import { useHydrated } from "#lib/browser/use-hydrated.ts";

const retryMs = 5000;

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
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchNow = () => {
      fetchPart().then(
        (fetched) => left || setPart({ fetched }),
        () => {
          // The network is unreachable, which the page shows wherever it calls the server.
          if (!left) timer = setTimeout(fetchNow, retryMs);
        },
      );
    };
    fetchNow();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [fetchPart, wanted]);
  return part?.fetched ?? null;
}
