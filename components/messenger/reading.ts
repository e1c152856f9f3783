"use client";

import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { useMember } from "#lib/auth/auth-context.tsx";
import { useReadMessages } from "#lib/messenger/read-messages.ts";
import type { Chat, Message } from "#lib/messenger/schema.ts";

/** Of messages that arrive in a row only the last is told of. */
const settleMs = 150;

interface ReadingOptions {
  chat: Chat;
  messages: readonly Message[];
  /** What stands below the newest message. */
  end: RefObject<HTMLElement | null>;
}

/** Tells the server of reading once the newest message is on the screen of a tab that is looked at. */
export function useReading({ chat, messages, end }: ReadingOptions): void {
  const memberId = useMember().id;
  const attentive = useAttention();
  const endInView = useInView(end);
  const { mutate } = useReadMessages(chat.kind, chat.id);
  const lastOfOthers = messages.findLast(({ author }) => author.id !== memberId)?.seq ?? 0;
  const newest = messages.at(-1)?.seq ?? 0;
  const read = attentive && endInView && lastOfOthers > chat.last_read_seq ? newest : null;
  useEffect(() => {
    if (read === null) return;
    const timer = setTimeout(() => mutate(read), settleMs);
    return () => clearTimeout(timer);
  }, [read, mutate]);
}

/** Whether this tab is visible and has the focus. */
function useAttention(): boolean {
  return useSyncExternalStore(
    onAttentionChange,
    () => document.visibilityState === "visible" && document.hasFocus(),
    () => false,
  );
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

function useInView(target: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.at(-1)?.isIntersecting === true),
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return inView;
}
