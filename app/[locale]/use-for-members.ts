"use client";

import { useEffect, useState } from "react";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { readToken } from "#lib/browser/cookies.ts";
import { useHydrated } from "#lib/browser/use-hydrated.ts";

const retryMs = 5000;

/**
 * What an open page shows to members alone; null for visitors, and until it is fetched. `fetchPart` must stay the same
 * function.
 */
export function useForMembers<Part>(fetchPart: () => Promise<Part>): Part | null {
  const { status } = useAuth();
  const hydrated = useHydrated();
  const [part, setPart] = useState<{ fetched: Part } | null>(null);
  // It takes as long as asking the server who it is, so a token is enough to begin.
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
          // The network is away; the page says so wherever it asks the server for something.
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
