"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import * as z from "zod/mini";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { isTransient } from "#lib/api/api-failure.ts";
import { bindPage, isPageOutdated } from "#lib/api/page-session.ts";
import type { Auth, AuthActions, AuthState } from "#lib/auth/auth-state.ts";
import { forgetOtherKeptValues } from "#lib/auth/carried-values.ts";
import { userQuery } from "#lib/auth/queries.ts";
import { type User, user } from "#lib/auth/schema.ts";
import {
  clearToken,
  onTokenChange,
  readToken,
  writeIntent,
  writeToken,
} from "#lib/browser/cookies.ts";
import { readStoredText, storeText } from "#lib/browser/stored-text.ts";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";
import { messageBody } from "#lib/http/schema.ts";
import { surfaceOrigins } from "#lib/site/surfaces.ts";

/** How long a page that is signed out waits for answers; the requests themselves go on, also after the page. */
const logoutWaitMs = 5000;
const forgettingWaitMs = 3000;

/** The token cookie and the member behind it. Follows sign-in and sign-out in other tabs when this tab becomes visible. */
export function useSession(): Auth {
  const locale = useLocale();
  const token = useToken();
  const [byChoice, setByChoice] = useState(false);
  const query = useQuery(userQuery(locale, token ?? null));
  const prepareFor = usePageSession(token);
  const hadSession = useHadSession(token);
  const actions = useActions(locale, setByChoice, prepareFor);
  const { error, refetch } = query;
  const data = useKnownMember(token, query);
  useForgettingForms(token, data?.id, byChoice);
  const ended = hadSession && !byChoice;
  return useMemo(
    () => ({
      ...stateOf(token, data, error, () => void refetch(), { byChoice, ended }),
      ...actions,
    }),
    [token, data, error, refetch, byChoice, ended, actions],
  );
}

/** Whether the page has seen a session, so that a missing one has ended meanwhile. */
function useHadSession(token: string | null | undefined): boolean {
  const [had, setHad] = useState(false);
  if (token && !had) setHad(true);
  return had;
}

/** A shared computer keeps no form of a member who has signed out, nor of any other than who is signed in (D-KEPT). */
function useForgettingForms(
  token: string | null | undefined,
  memberId: number | undefined,
  byChoice: boolean,
): void {
  useEffect(() => {
    if (token === null && byChoice) forgetOtherKeptValues(null);
    else if (token && memberId !== undefined) forgetOtherKeptValues(memberId);
  }, [token, memberId, byChoice]);
}

/** The member of the token; while the server is unreachable, the one who was signed in here last with it. */
function useKnownMember(
  token: string | null | undefined,
  { data, failureReason }: { data: User | undefined; failureReason: Error | null },
): User | undefined {
  const [cached, setCached] = useState<{ token: string; member: User | null } | null>(null);
  const isAway = isTransient(failureReason);
  if (token && isAway && cached?.token !== token) setCached({ token, member: cachedMember(token) });
  useEffect(() => {
    if (token && data) cacheMember(token, data);
    if (token === null) storeText("localStorage", cachedMemberKey, null);
  }, [token, data]);
  return data ?? (cached?.token === token ? (cached?.member ?? undefined) : undefined);
}

/** The member who was signed in here last, so that cached pages work without a network. */
const cachedMemberKey = "member";
const cacheRecord = z.object({ session: z.number(), member: user });

const cacheMember = (token: string, member: User) =>
  storeText("localStorage", cachedMemberKey, JSON.stringify({ session: hashOf(token), member }));

/** Null when the stored member belongs to another session. */
function cachedMember(token: string): User | null {
  try {
    const written = readStoredText("localStorage", cachedMemberKey) ?? "null";
    const found = cacheRecord.safeParse(JSON.parse(written)).data;
    return found?.session === hashOf(token) ? found.member : null;
  } catch {
    return null; // no version of this code wrote it
  }
}

/** Distinguishes sessions without storing their tokens (FNV-1a, 32 bits). */
function hashOf(token: string): number {
  let hash = 0x811c9dc5;
  for (const character of token)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Undefined while hydrating, before the cookie can be read. */
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
  prepareFor: (token: string) => void,
): AuthActions {
  const queryClient = useQueryClient();
  const signIn: AuthActions["signIn"] = useCallback(
    ({ token, user }) => {
      forgetting.abort(); // a late answer would clear what the next member stores
      prepareFor(token);
      queryClient.setQueryData(userQuery(locale, token).queryKey, user);
      setByChoice(false);
      writeToken(token);
    },
    [queryClient, locale, setByChoice, prepareFor],
  );
  const leave: AuthActions["leave"] = useCallback(
    async (end) => {
      const token = readToken();
      const wasOutdated = isPageOutdated();
      setByChoice(true);
      try {
        await end?.();
      } catch (error) {
        setByChoice(false);
        throw error;
      }
      // Another tab has signed out already, or it is another member's session by now.
      if (wasOutdated) return;
      await forgetOnEverySurface();
      writeIntent(null);
      // Meanwhile somebody may have signed in.
      if (readToken() === token) clearToken();
    },
    [setByChoice],
  );
  const signOut = useCallback(async () => {
    // The token is removed in any case: an unreachable server must not keep a member signed in on a shared machine. The
    // session may then last on the server until it expires, but its token is nowhere any more.
    await leave(async () => {
      const answered = api.post("/api/logout", messageBody).catch(() => null);
      await Promise.race([answered, delay(logoutWaitMs)]);
    });
  }, [leave]);
  return useMemo(() => ({ signIn, signOut, leave }), [signIn, signOut, leave]);
}

let forgetting = new AbortController();

/**
 * Clears what this browser has stored of the member for the host of each surface, which only a response of that host can
 * do. Where a host is unreachable, it stays until the next member signs in there.
 */
async function forgetOnEverySurface(): Promise<void> {
  forgetting = new AbortController();
  const request = {
    method: "POST",
    mode: "no-cors",
    // Without credentials browsers ignore the clearing header of the response.
    credentials: "include",
    keepalive: true,
    signal: forgetting.signal,
  } as const;
  const forgotten = surfaceOrigins(getRuntimeConfig()).map((origin) =>
    fetch(`${origin}/api/forget`, request).catch(() => null),
  );
  await Promise.race([Promise.all(forgotten), delay(forgettingWaitMs)]);
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Binds the calls of the page to the session it shows. When another tab begins a new session, a member's page reloads and
 * calls nothing for that session, because what the former member wrote may still wait here. When the session ends, cached
 * data that nothing shows are removed. Returns what a sign-in in this page must call first.
 */
function usePageSession(token: string | null | undefined): (token: string) => void {
  const queryClient = useQueryClient();
  const owner = useRef<string | null>(null);
  // A layout effect, because the effects of the parts that are shown for the session call the server.
  useLayoutEffect(() => {
    if (token === undefined || isOthers(owner.current, token)) return;
    owner.current ??= token;
    bindPage(token);
  }, [token]);
  useLayoutEffect(() => () => bindPage(undefined), []);
  useEffect(() => {
    if (isOthers(owner.current, token)) window.location.reload();
    else if (token === null && owner.current !== null)
      queryClient.removeQueries({ type: "inactive" });
  }, [token, queryClient]);
  return useCallback(
    (next) => {
      owner.current = next;
      bindPage(next);
      queryClient.clear();
    },
    [queryClient],
  );
}

const isOthers = (owner: string | null, token: string | null | undefined) =>
  owner !== null && Boolean(token) && token !== owner;
