"use client";

import { useEffect } from "react";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { storeIntent, useIntent } from "#lib/auth/intent.ts";
import { destinationOf } from "#lib/auth/return-route.ts";

/** Sends a member who is signed in, by this form or before, away from an account screen (S-LOGIN). */
export function useLeavingWhenSignedIn(): void {
  const auth = useAuth();
  const intent = useIntent();
  const goTo = useGoTo();
  const user = auth.status === "authenticated" && !auth.leaving ? auth.user : null;
  useEffect(() => {
    if (!user) return;
    storeIntent(user.verified ? null : intent);
    goTo(destinationOf(user, intent), { replace: true });
  }, [user, intent, goTo]);
}
