"use client";

import { useLocale } from "next-intl";
import { useEffect } from "react";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { destinationOf } from "#lib/auth/return-route.ts";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";

/** Whoever is signed in, by this form or before, has no business on an account screen (specification §2, Login). */
export function useLeavingWhenSignedIn(): void {
  const auth = useAuth();
  const locale = useLocale();
  const goTo = useGoTo();
  const user = auth.status === "authenticated" ? auth.user : null;
  useEffect(() => {
    if (!user) return;
    const search = new URLSearchParams(window.location.search);
    goTo(destinationOf(user, search, getRuntimeConfig(), locale), { replace: true });
  }, [user, locale, goTo]);
}
