"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import type { Auth, AuthActions, AuthState } from "#lib/auth/auth-state.ts";
import { isTransient, userQuery } from "#lib/auth/queries.ts";
import { type User, user } from "#lib/auth/schema.ts";
import { clearToken, onTokenChange, readToken, writeToken } from "#lib/browser/cookies.ts";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";
import { messageBody } from "#lib/http/schema.ts";
import { surfaceOrigins } from "#lib/site/surfaces.ts";

const logoutTimeoutMs = 5000;
const forgettingTimeoutMs = 3000;

/** The token cookie and the member behind it; follows sign-in and sign-out in other tabs when this one is looked at. */
export function useSession(): Auth {
  const locale = useLocale();
  const token = useToken();
  const [byChoice, setByChoice] = useState(false);
  const query = useQuery(userQuery(locale, token ?? null));
  const forget = useForgetting(token);
  const hadSession = useHadSession(token);
  const actions = useActions(locale, setByChoice, forget);
  const { error, refetch } = query;
  const data = useKnownMember(token, query);
  const ended = hadSession && !byChoice;
  return useMemo(
    () => ({
      ...stateOf(token, data, error, () => void refetch(), { byChoice, ended }),
      ...actions,
    }),
    [token, data, error, refetch, byChoice, ended, actions],
  );
}

/** Whether the page has seen a session: one that is there no more has ended meanwhile. */
function useHadSession(token: string | null | undefined): boolean {
  const [had, setHad] = useState(false);
  if (token && !had) setHad(true);
  return had;
}

/** While the server cannot be asked, whoever was signed in here with this very token. */
function useKnownMember(
  token: string | null | undefined,
  { data, failureReason }: { data: User | undefined; failureReason: Error | null },
): User | undefined {
  const [kept, setKept] = useState<{ token: string; member: User | null } | null>(null);
  const isAway = isTransient(failureReason);
  if (token && isAway && kept?.token !== token) setKept({ token, member: keptMember(token) });
  useEffect(() => {
    if (token && data) keepMember(token, data);
    if (token === null) forgetMember();
  }, [token, data]);
  return data ?? (kept?.token === token ? (kept?.member ?? undefined) : undefined);
}

/** Who was signed in here last: without a network, the pages that this browser keeps are still theirs. */
const keptMemberKey = "member";
const keptRecord = z.object({ session: z.number(), member: user });

function keepMember(token: string, member: User): void {
  try {
    localStorage.setItem(keptMemberKey, JSON.stringify({ session: hashOf(token), member }));
  } catch {
    // Storage is full or switched off: the server is asked every time.
  }
}

/** Null unless it was this very session. */
function keptMember(token: string): User | null {
  try {
    const found = keptRecord.safeParse(
      JSON.parse(localStorage.getItem(keptMemberKey) ?? "null"),
    ).data;
    return found?.session === hashOf(token) ? found.member : null;
  } catch {
    return null;
  }
}

function forgetMember(): void {
  try {
    localStorage.removeItem(keptMemberKey);
  } catch {
    // Nothing was kept either.
  }
}

/** Tells sessions apart without laying their tokens down (FNV-1a, 32 bits). */
function hashOf(token: string): number {
  let hash = 0x811c9dc5;
  for (const character of token)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Undefined while hydrating: not read yet. */
function useToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(onTokenChange, readToken, () => undefined);
}

function stateOf(
  token: string | null | undefined,
  user: User | undefined,
  error: Error | null,
  retry: () => void,
  left: { byChoice: boolean; ended: boolean },
): AuthState {
  if (token === null) return { status: "unauthenticated", ...left };
  if (token === undefined || !user)
    return { status: "undetermined", failure: error instanceof ApiFailure ? error : null, retry };
  return { status: "authenticated", user, token, leaving: left.byChoice };
}

function useActions(
  locale: string,
  setByChoice: (byChoice: boolean) => void,
  forget: () => void,
): AuthActions {
  const queryClient = useQueryClient();
  const signIn: AuthActions["signIn"] = useCallback(
    ({ token, user }) => {
      forget();
      queryClient.setQueryData(userQuery(locale, token).queryKey, user);
      setByChoice(false);
      writeToken(token);
    },
    [queryClient, locale, setByChoice, forget],
  );
  const leave: AuthActions["leave"] = useCallback(
    async (end) => {
      setByChoice(true);
      try {
        await end?.();
      } catch (error) {
        setByChoice(false);
        throw error;
      }
      await forgetOnEverySurface();
      clearToken();
    },
    [setByChoice],
  );
  const signOut = useCallback(async () => {
    // The token goes in any case: an unreachable server must not keep a person signed in on a shared machine.
    const signal = AbortSignal.timeout(logoutTimeoutMs);
    await leave(async () => {
      await api.post("/api/logout", messageBody, undefined, { signal }).catch(() => null);
    });
  }, [leave]);
  return useMemo(() => ({ signIn, signOut, leave }), [signIn, signOut, leave]);
}

/**
 * What this browser keeps of the member, on the host of each surface: only an answer of that host clears it. A host that
 * cannot be reached keeps it; the next member there deletes it.
 */
async function forgetOnEverySurface(): Promise<void> {
  const request = {
    method: "POST",
    mode: "no-cors",
    // Without them browsers do not do as the answer says.
    credentials: "include",
    keepalive: true,
  } as const;
  const signal = AbortSignal.timeout(forgettingTimeoutMs);
  await Promise.all(
    surfaceOrigins(getRuntimeConfig()).map((origin) =>
      fetch(`${origin}/api/forget`, { ...request, signal }).catch(() => null),
    ),
  );
}

/** Nothing of a member outlives their token: another member's page starts from scratch. */
function useForgetting(token: string | null | undefined): () => void {
  const queryClient = useQueryClient();
  const known = useRef<string | null>(null);
  useEffect(() => {
    const former = known.current;
    known.current = token ?? null;
    if (former === null || former === token) return;
    if (token) window.location.reload();
    else queryClient.removeQueries({ type: "inactive" });
  }, [token, queryClient]);
  return useCallback(() => {
    known.current = null;
    queryClient.clear();
  }, [queryClient]);
}
