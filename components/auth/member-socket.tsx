"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { userQuery } from "#lib/auth/queries.ts";
import { SocketProvider, useRefusedSession, useSocketEvent } from "#lib/api/socket.ts";
import { noContent } from "#lib/http/schema.ts";

/** Connects verified members, and refetches the session when the server says that it has ended. */
export function MemberSocket({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const token = auth.status === "authenticated" && auth.user.verified ? auth.token : null;
  return (
    <SocketProvider token={token}>
      {token && <SessionEnd token={token} />}
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
