"use client";

import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { readToken } from "#lib/browser/cookies.ts";
import { useHydrated } from "#lib/browser/hydration.ts";

const fetchHeader = () => import("./member-header.ts");
const goWithout = () => undefined;

/** What the header of an open page shows to members; null for visitors, and until it is fetched. */
export function useMemberHeader() {
  const { status } = useAuth();
  const hydrated = useHydrated();
  // Not only when the server has said who it is: that takes as long as fetching it.
  const mayBeMember =
    status === "undetermined" ? hydrated && readToken() !== null : status === "authenticated";
  return useOnDemand(fetchHeader, goWithout, mayBeMember);
}
