"use client";

import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import { setFollowed } from "#lib/messenger/receipts/followed-chats.ts";
import {
  covers,
  hasNewer,
  hasOlder,
  type HistoryWindow,
  trimmedWindow,
} from "#lib/messenger/history/history-window.ts";
import { restoreChat } from "#lib/messenger/cache/sync-history-cache.ts";
import {
  fetchEndAhead,
  loadAround,
  loadFirstUnread,
  loadNewer,
  loadOlder,
} from "#lib/messenger/history/load-history.ts";
import { chatQuery, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { useLinkRenewal } from "#lib/messenger/attachments/use-link-renewal.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { useCatchUp } from "#lib/messenger/cache/use-catch-up.ts";
import { useReturn } from "#lib/messenger/cache/use-return.ts";

/** Messages that stay in memory when the chat is left. */
const messagesMaxWhenLeft = 100;

/** The member's target: a message, the first unread one (the first after `seq` - 1), or the end. */
export type Goal =
  { at: "message"; seq: number } | { at: "unread"; seq: number; lastSeq: number } | { at: "end" };

/** The unread messages at the moment the chat was opened: the line above them stays for the whole visit. */
export interface Visit {
  readSeq: number;
  lastSeq: number;
}

interface ChatState {
  chat: Chat | undefined;
  /** Whether it is as this browser has it, and may be old. */
  isCached: boolean;
  /** Whether the server could not be asked for it. */
  isUnreachable: boolean;
}

/** The loaded history of a chat, which catches up by itself, with functions to load more. */
export function useHistory(
  address: ChatAddress,
  { chat, isCached, isUnreachable }: ChatState,
  target: { seq: number } | null,
) {
  const client = useQueryClient();
  useBringingBack(address);
  const { data } = useQuery(messagesQuery(address.kind, address.chatId));
  // The unread mark of a cached chat may be old, so it starts no visit.
  const visit = useVisit(isCached ? undefined : chat);
  useFetchAhead(address, chat === undefined && target === null);
  const { goal, setGoal, reached, failure, retry } = useGoal({
    address,
    window: data,
    visit,
    target,
  });
  // A window that was left in the middle of the history is shown as it is only if nothing else can be loaded. It then
  // stays while loading is retried.
  const [isSettledFor, setSettledFor] = useState(false);
  if ((failure !== null || isUnreachable) && !isSettledFor) setSettledFor(true);
  const window = reached !== null || data?.live || isSettledFor ? data : undefined;
  useCatchUp(address, window, chat);
  useLinkRenewal(address, window);
  useTrimWhenLeft(address);
  const older = useMutation({ mutationFn: () => loadOlder(client, address) });
  const newer = useMutation({ mutationFn: () => loadNewer(client, address) });
  return {
    window,
    visit,
    /** The last goal whose place is loaded. */
    reached,
    failure,
    retry,
    toEnd: () => setGoal({ at: "end" }),
    /** Whether the goal is being loaded. */
    going: goal !== reached,
    older: edgeOf(older, window !== undefined && hasOlder(window)),
    newer: edgeOf(newer, window !== undefined && hasNewer(window)),
  };
}

/** One end of the loaded history. */
export interface HistoryEdge {
  more: boolean;
  loading: boolean;
  /** The outcome of the last attempt; null if it did not fail. */
  failure: string | null;
  load: () => void;
}

function edgeOf(
  loading: { isPending: boolean; error: Error | null; mutate: () => void },
  more: boolean,
): HistoryEdge {
  const { isPending, error, mutate } = loading;
  return { more, loading: isPending, failure: error?.message ?? null, load: () => mutate() };
}

function useVisit(chat: Chat | undefined): (Visit & { unread: number }) | null {
  const [visit, setVisit] = useState<(Visit & { unread: number }) | null>(null);
  if (visit || !chat) return visit;
  const { last_read_seq: readSeq, last_seq: lastSeq, unread } = chat;
  const opened = { readSeq, lastSeq, unread };
  setVisit(opened);
  return opened;
}

interface GoalOptions {
  address: ChatAddress;
  window: HistoryWindow | undefined;
  visit: (Visit & { unread: number }) | null;
  target: { seq: number } | null;
}

function useGoal({ address: { kind, chatId }, window, visit, target }: GoalOptions) {
  const client = useQueryClient();
  const [goal, setGoal] = useState<Goal | null>(null);
  const [seen, setSeen] = useState<{ seq: number } | null>(null);
  const [loaded, setLoaded] = useState<Goal | null>(null);
  const [reached, setReached] = useState<Goal | null>(null);
  const [failed, setFailed] = useState<{ goal: Goal; error: Error } | null>(null);
  if (target && target !== seen) {
    setSeen(target);
    setGoal({ at: "message", seq: target.seq });
  } else if (!goal && visit) {
    const { unread, readSeq, lastSeq } = visit;
    setGoal(unread > 0 ? { at: "unread", seq: readSeq + 1, lastSeq } : { at: "end" });
  }
  const isThere = goal !== null && window !== undefined && (goal === loaded || shows(window, goal));
  if (isThere && goal !== reached) setReached(goal);

  const wanted = goal !== null && goal !== reached && !isThere && failed?.goal !== goal;
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    loadGoal(client, { kind, chatId }, goal, () => current).then(
      () => current && setLoaded(goal),
      (error: unknown) =>
        current && setFailed({ goal, error: error instanceof Error ? error : new Error("") }),
    );
    return () => {
      current = false;
    };
  }, [client, kind, chatId, goal, wanted]);
  useReturn(() => setFailed(null));
  const failure = failed?.goal === goal ? failed.error : null;
  return { goal, setGoal, reached, failure, retry: () => setFailed(null) };
}

function loadGoal(
  client: QueryClient,
  address: ChatAddress,
  goal: Goal,
  isWanted: () => boolean,
): Promise<void> {
  if (goal.at === "unread") return loadFirstUnread(client, address, goal, isWanted);
  return loadAround(client, address, goal.at === "end" ? null : goal.seq, isWanted);
}

function shows(window: HistoryWindow, goal: Goal): boolean {
  return goal.at === "end" ? window.live : covers(window, goal.seq);
}

function useBringingBack({ kind, chatId }: ChatAddress): void {
  const client = useQueryClient();
  const memberId = useMember().id;
  useEffect(
    () => void restoreChat(client, memberId, { kind, chatId }),
    [client, memberId, kind, chatId],
  );
}

/**
 * Until the chat is loaded, it is unknown what is unread and so where the history opens; meanwhile the end of the
 * history is fetched ahead.
 */
function useFetchAhead({ kind, chatId }: ChatAddress, isUnclear: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isUnclear && !client.getQueryData(messagesQuery(kind, chatId).queryKey))
      fetchEndAhead(client, { kind, chatId });
  }, [client, kind, chatId, isUnclear]);
}

function useTrimWhenLeft({ kind, chatId }: ChatAddress): void {
  const client = useQueryClient();
  useEffect(
    () => () => {
      setFollowed(chatId, false);
      const chat = client.getQueryData(chatQuery(kind, chatId).queryKey);
      client.setQueryData(
        messagesQuery(kind, chatId).queryKey,
        (window) => window && trimmedWindow(window, messagesMaxWhenLeft, chat?.last_read_seq ?? 0),
      );
    },
    [client, kind, chatId],
  );
}
