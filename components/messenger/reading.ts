"use client";

import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import type { ScrollKeeper } from "#components/messenger/scroll-keeper.ts";
import { isTabLookedAt } from "#lib/messenger/looked-at.ts";
import { useReadMessages } from "#lib/messenger/read-messages.ts";
import type { Chat } from "#lib/messenger/schema.ts";

/** While one scrolls, only how far one has come is told, this often. */
const tellEveryMs = 250;

interface ReadingOptions {
  chat: Chat;
  memberId: number;
  keeper: ScrollKeeper;
  /** Whether the conversation stands where it was to open. */
  opened: boolean;
}

/** Tells the server how far the chat was on the screen of a tab that is looked at. */
export function useReading({ chat, memberId, keeper, opened }: ReadingOptions): void {
  const attentive = useSyncExternalStore(onAttentionChange, isTabLookedAt, () => false);
  const seen = useSyncExternalStore(keeper.subscribe, keeper.seen, () => 0);
  const { mutate } = useReadMessages(chat.kind, chat.id, memberId);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(0);
  const waiting = useRef(0);
  const tell = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (waiting.current <= told.current) return;
    told.current = waiting.current;
    mutate(told.current);
  });
  // What was told once is not told again: the member may have marked it as unread since.
  const isNew = attentive && opened && chat.unread > 0 && seen > chat.last_read_seq;
  useEffect(() => {
    if (!isNew) return;
    waiting.current = Math.max(waiting.current, seen);
    timer.current ??= setTimeout(() => tell(), tellEveryMs);
  }, [isNew, seen]);
  useEffect(() => () => tell(), []);
}

function onAttentionChange(listener: () => void): () => void {
  window.addEventListener("focus", listener);
  window.addEventListener("blur", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    window.removeEventListener("focus", listener);
    window.removeEventListener("blur", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}
