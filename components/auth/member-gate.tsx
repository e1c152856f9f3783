"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { MemberProvider, useAuth } from "#lib/auth/auth-context.tsx";
import { writeSessionEnded } from "#lib/browser/cookies.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { type Route, routes } from "#lib/routes.ts";
import { useSurface } from "#lib/site/surface-context.tsx";

interface MemberGateProps {
  /** The shape of what is behind the gate, until it is known who asks. */
  waiting?: ReactNode;
  children: ReactNode;
}

/** Lets verified members in; sends a visitor to the login and an unverified member to the confirmation (specification §6). */
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
  const surface = useSurface();
  const pathname = usePathname();
  const { status } = auth;
  const unverified = status === "authenticated" && !auth.user.verified;
  const byChoice = status === "unauthenticated" && auth.byChoice === true;
  const ended = status === "unauthenticated" && auth.ended === true;
  const sentTo = useRef<string | null>(null);
  useEffect(() => {
    const route = wayOut();
    const address = route && `${route.surface}${route.path}`;
    // Once: a second departure would only cut the first one short.
    if (route && address !== sentTo.current) {
      if (ended) writeSessionEnded();
      goTo(route, { replace: true });
    }
    sentTo.current = address;

    function wayOut(): Route | null {
      if (unverified) return routes.confirmation();
      if (status !== "unauthenticated") return null;
      if (byChoice || !surface) return routes.login();
      return routes.login({ surface, path: `${pathname}${window.location.search}` });
    }
  }, [status, unverified, byChoice, ended, goTo, surface, pathname]);
}
