"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type PointerEvent, useEffect, useRef } from "react";
import { messagesPageQuery, messagesQuery } from "#lib/messenger/cache/queries.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import {
  covers,
  joined,
  windowOf,
  withNewer,
  withOlder,
} from "#lib/messenger/history/history-window.ts";

/** A history fetched ahead is used for this long; catching up adds what arrived meanwhile. */
const aheadForMs = 3000;

const endQuery = ({ kind, chatId }: ChatAddress) => ({
  ...messagesPageQuery(kind, chatId, {}),
  staleTime: aheadForMs,
  gcTime: aheadForMs,
});

/** Fetches the end of a history before the member's target is known, because mostly it is the end. */
export function fetchEndAhead(client: QueryClient, address: ChatAddress): void {
  // Opening the chat loads it again, and shows the failure.
  client.query(endQuery(address)).catch(() => undefined);
}

/** Loads the history around a message, or its end (null), in one request; loaded messages stay where they meet. */
export async function loadAround(
  client: QueryClient,
  { kind, chatId }: ChatAddress,
  seq: number | null,
  isWanted: () => boolean = () => true,
): Promise<void> {
  const page = await client.query(
    seq === null ? endQuery({ kind, chatId }) : messagesPageQuery(kind, chatId, { around: seq }),
  );
  if (!isWanted()) return;
  client.setQueryData(messagesQuery(kind, chatId).queryKey, (known) =>
    joined(known, windowOf(page)),
  );
}

/** The number of messages on the newest page if a request names none (`historyQuery`). */
const newestPage = 50;
/** This many read messages are shown above the first unread one. */
const readBefore = 25;

/**
 * Loads the history around the first unread message, `seq`. Mostly the newest page contains it with enough messages
 * before it. Then that page is loaded, because it may be on its way already, and no other is needed at the end.
 */
export async function loadFirstUnread(
  client: QueryClient,
  { kind, chatId }: ChatAddress,
  { seq, lastSeq }: { seq: number; lastSeq: number },
  isWanted?: () => boolean,
): Promise<void> {
  const address = { kind, chatId };
  if (lastSeq - Math.max(1, seq - readBefore) < newestPage) {
    await loadAround(client, address, null, isWanted);
    if (isWanted?.() === false) return;
    const window = client.getQueryData(messagesQuery(kind, chatId).queryKey);
    if (window && covers(window, seq)) return;
  }
  await loadAround(client, address, seq, isWanted);
}

export async function loadOlder(client: QueryClient, { kind, chatId }: ChatAddress) {
  const { queryKey } = messagesQuery(kind, chatId);
  const before = client.getQueryData(queryKey)?.from;
  if (before === undefined) return;
  const page = await client.query(messagesPageQuery(kind, chatId, { before }));
  client.setQueryData(queryKey, (window) =>
    window?.from === before ? withOlder(window, page) : window,
  );
}

export async function loadNewer(client: QueryClient, { kind, chatId }: ChatAddress) {
  const { queryKey } = messagesQuery(kind, chatId);
  const after = client.getQueryData(queryKey)?.to;
  if (after === undefined) return;
  const page = await client.query(messagesPageQuery(kind, chatId, { after }));
  client.setQueryData(queryKey, (window) =>
    window?.to === after ? withNewer(window, page) : window,
  );
}

/** The history is loaded only once the mouse has rested on a row for this long, so that passing over it loads nothing. */
const restsForMs = 60;

/**
 * Returns handlers for the rows that open a chat: when a finger touches a row or a mouse rests on it, the history is
 * loaded at the place where the chat will open, so that it is ready in time.
 */
export function useLoadingAhead({ kind, id: chatId, unread, last_read_seq, last_seq }: Chat) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const load = () => {
    if (client.getQueryData(messagesQuery(kind, chatId).queryKey)) return;
    // Opening the chat loads it again, and shows the failure.
    const address = { kind, chatId };
    const loading =
      unread > 0
        ? loadFirstUnread(client, address, { seq: last_read_seq + 1, lastSeq: last_seq })
        : loadAround(client, address, null);
    loading.catch(() => undefined);
  };
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      clearTimeout(timer.current);
      if (pointerType === "touch") load();
      else timer.current = setTimeout(load, restsForMs);
    },
    onPointerLeave: () => clearTimeout(timer.current),
  };
}
