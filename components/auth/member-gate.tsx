"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { MemberProvider, useAuth } from "#lib/auth/auth-context.tsx";
import { storeIntent } from "#lib/auth/intent.ts";
import { writeSessionEnded } from "#lib/browser/cookies.ts";
import { type Route, routes } from "#lib/routes.ts";
import { useHere } from "#lib/site/use-here.ts";

interface MemberGateProps {
  /** The skeleton shown until the session is known. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * Lets verified members in (S-AUTHENTICATION). A visitor is sent to the login, an unverified member to the confirmation.
 */
export function MemberGate({ waiting = <RowsSkeleton rows={6} />, children }: MemberGateProps) {
  const auth = useAuth();
  useSendingAway();
  if (auth.status === "authenticated" && auth.user.verified)
    return <MemberProvider member={auth.user}>{children}</MemberProvider>;
  if (auth.status === "undetermined" && auth.failure)
    return <ErrorState message={auth.failure.message} onRetry={() => auth.retry?.()} />;
  return waiting;
}

function useSendingAway(): void {
  const auth = useAuth();
  const goTo = useGoTo();
  const here = useHere();
  const { status } = auth;
  const unverified = status === "authenticated" && !auth.user.verified;
  const byChoice = status === "unauthenticated" && auth.byChoice === true;
  const ended = status === "unauthenticated" && auth.ended === true;
  const sentTo = useRef<string | null>(null);
  useEffect(() => {
    const route = wayOut();
    const address = route && `${route.surface}${route.path}`;
    // Only once: a second navigation would cancel the first.
    if (route && address !== sentTo.current) {
      if (ended) writeSessionEnded();
      // A new member comes to the start page anyway, so it is not stored as an intended page.
      if (unverified && here && here.path !== routes.profile().path) storeIntent(here);
      goTo(route, { replace: true });
    }
    sentTo.current = address;

    function wayOut(): Route | null {
      if (unverified) return routes.confirmation();
      if (status !== "unauthenticated") return null;
      return routes.login(byChoice ? null : here);
    }
  }, [status, unverified, byChoice, ended, goTo, here]);
}
