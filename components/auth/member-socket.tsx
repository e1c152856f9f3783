"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { useSayOutdated } from "#components/ui/on-demand/use-on-demand.ts";
import { refetchFailed } from "#lib/api/query-client.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { userQuery } from "#lib/auth/queries.ts";
import {
  SocketProvider,
  useRefusedSession,
  useSocketConnected,
  useSocketEvent,
} from "#lib/api/socket.ts";
import { noContent } from "#lib/http/schema.ts";

/**
 * Connects verified members. Each connection refetches what had failed, and the session is refetched when the server
 * says that it has ended.
 */
export function MemberSocket({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const token = auth.status === "authenticated" && auth.user.verified ? auth.token : null;
  return (
    <SocketProvider token={token} onOutdated={useSayOutdated()}>
      {token && <SessionEnd token={token} />}
      <FailuresRefetched />
      {children}
    </SocketProvider>
  );
}

function SessionEnd({ token }: { token: string }) {
  const auth = useAuth();
  const queryClient = useQueryClient();
  const { queryKey } = userQuery(useLocale(), token);
  const askWhoIsSignedIn = () => {
    if (auth.status === "authenticated" && auth.leaving) return;
    void queryClient.invalidateQueries({ queryKey });
  };
  useSocketEvent("session_ended", noContent, askWhoIsSignedIn);
  useRefusedSession(askWhoIsSignedIn);
  return null;
}

/** A server that restarts, or a network that is there but leads nowhere, ends without the browser's event. */
function FailuresRefetched() {
  const connected = useSocketConnected();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (connected) void refetchFailed(queryClient);
  }, [connected, queryClient]);
  return null;
}
