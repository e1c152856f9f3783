"use client";

import { useAuth } from "#lib/auth/auth-context.tsx";

/** Null for a visitor, and until the server has answered. */
export function useMemberIdIfAny(): number | null {
  const auth = useAuth();
  return auth.status === "authenticated" ? auth.user.id : null;
}
