"use client";

import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Span } from "#components/messenger/history/items-in-view.ts";
import type { ScrollAnchor } from "#components/messenger/history/scroll-anchor.ts";
import { isTabFocused, onTabFocusChange } from "#lib/messenger/receipts/tab-focus.ts";
import { useReadMessages } from "#lib/messenger/receipts/read-messages.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import type { Goal, Visit } from "#lib/messenger/history/use-history.ts";

/** A message counts as seen once its end has been in view for this long. */
const seenAfterMs = 500;
/** The pause between two receipts, however many messages scroll into view meanwhile. */
const sendEveryMs = 250;

interface ReadingOptions {
  chat: Chat;
  memberId: number;
  /** The seq of the first unread message; when all is read, of the message that comes next. */
  firstUnreadSeq: number;
  scroll: ScrollAnchor;
  /** Where the conversation opened; null while it is still being scrolled there. */
  reached: Goal | null;
  /** Null while only the cached chat is known, whose read mark and number of unread messages may be old. */
  visit: Visit | null;
}

/**
 * Sends read receipts for messages that were on the screen for a moment, in a focused tab. Returns whether it waits for
 * the member to see the unread messages that they have skipped.
 */
export function useReading(options: ReadingOptions): boolean {
  const { chat, memberId, firstUnreadSeq, scroll, reached, visit } = options;
  const attentive = useSyncExternalStore(onTabFocusChange, isTabFocused, () => false);
  const { mutate } = useReadMessages(memberId);
  /** Up to where the chat has been read during this visit. */
  const sent = useRef(0);
  // What was read is never read a second time, because the member may have marked the chat as unread since, here or on
  // another device. The mark of a cached chat counts for nothing, because it may be too high.
  useLayoutEffect(() => {
    if (visit) sent.current = Math.max(sent.current, visit.readSeq, chat.last_read_seq);
  }, [visit, chat.last_read_seq]);
  const readSeq = () => Math.max(sent.current, chat.last_read_seq);
  const sendRead = (seq: number) => {
    sent.current = seq;
    mutate({ kind: chat.kind, chatId: chat.id, seq });
  };
  const isKnown = visit !== null;
  const hasUnread = chat.unread > 0;
  const skipsUnread = useSkipping({ scroll, reached, isKnown, hasUnread, firstUnreadSeq });
  // While unread messages are skipped, none counts as read, so the view may follow the end.
  useLayoutEffect(() => {
    if (visit && !skipsUnread) scroll.readTo(Math.max(sent.current, chat.last_read_seq));
  }, [visit, skipsUnread, chat.last_read_seq, scroll]);
  const watching = attentive && reached !== null && chat.unread > 0 && !skipsUnread;
  useSeenReceipts({ scroll, watching, readSeq, sendRead });
  return skipsUnread;
}

interface SeenReceiptsOptions extends Pick<ReadingOptions, "scroll"> {
  /** Whether messages on the screen count as seen. */
  watching: boolean;
  /** Up to where the chat has been read. */
  readSeq: () => number;
  sendRead: (seq: number) => void;
}

/** Sends a receipt for the newest message that was on the screen for a moment, at intervals and before leaving. */
function useSeenReceipts({ scroll, watching, ...receipts }: SeenReceiptsOptions): void {
  const readSeq = useEffectEvent(receipts.readSeq);
  const sendRead = useEffectEvent(receipts.sendRead);
  const sendBeforeLeaving = useRef<(() => void) | null>(null);
  // A layout effect, because its cleanup runs before the history is removed from the page: afterwards no message would
  // be visible.
  useLayoutEffect(() => () => sendBeforeLeaving.current?.(), []);
  useEffect(() => {
    if (!watching) return;
    const seen = new SeenMessages();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sentAt = -Infinity;
    const check = () => {
      clearTimeout(timer);
      const now = performance.now();
      seen.note(scroll.inView(), readSeq(), now);
      // Whether something covers the messages is checked only once one of them has been on the screen long enough.
      const newest = seen.newest(now);
      if (newest > 0 && scroll.isCovered()) seen.restart(now);
      else if (newest > readSeq() && now - sentAt >= sendEveryMs) {
        sentAt = now;
        sendRead(newest);
      }
      const dueAt = seen.dueAt();
      if (dueAt !== null) timer = setTimeout(check, Math.max(dueAt - now, sendEveryMs));
    };
    check();
    const stop = scroll.subscribe(check);
    // Sends a receipt that is due at once, because no timer may run any more.
    const leave = () => {
      const newest = seen.newest(performance.now());
      if (newest > readSeq() && !scroll.isCovered()) sendRead(newest);
      sendBeforeLeaving.current = null;
    };
    sendBeforeLeaving.current = leave;
    window.addEventListener("pagehide", leave);
    return () => {
      // React may run this cleanup before another listener of the same event has stored that the tab has lost the
      // focus.
      if (!isTabFocused()) leave();
      sendBeforeLeaving.current = null;
      window.removeEventListener("pagehide", leave);
      stop();
      clearTimeout(timer);
    };
  }, [watching, scroll]);
}

interface SkippingOptions extends Pick<ReadingOptions, "scroll" | "reached" | "firstUnreadSeq"> {
  /** Whether the server has said what is unread; the read mark of a cached chat may be too high. */
  isKnown: boolean;
  hasUnread: boolean;
}

/**
 * Whether the member came by a link to a message after unread ones. A receipt would cover those too, so none is sent
 * until the member has moved to the first of them or to the end. Where the view stands at the end because a message near
 * it was shown, the member has not moved there.
 */
function useSkipping(options: SkippingOptions): boolean {
  const { scroll, reached, isKnown, hasUnread, firstUnreadSeq } = options;
  const [seen, setSeen] = useState<Goal | null>(null);
  const isSkipping = reached?.at === "message" && reached !== seen;
  // A layout effect, so that a chat that fits the screen never shows a way to its first unread message.
  useLayoutEffect(() => {
    if (!isSkipping || !isKnown) return;
    const check = () => {
      const first = scroll.inView()?.first ?? Infinity;
      if (!hasUnread || scroll.isMovedToEnd() || first <= firstUnreadSeq) setSeen(reached);
    };
    check();
    return scroll.subscribe(check);
  }, [scroll, reached, isSkipping, isKnown, hasUnread, firstUnreadSeq]);
  return isSkipping;
}

/** Stores since when each unread message has been on the screen, by its seq. */
class SeenMessages {
  readonly #since = new Map<number, number>();

  /** Notes the messages that are on the screen now. Those up to `readSeq` are read already and are ignored. */
  note(span: Span | null, readSeq: number, now: number) {
    const [first, last] = span ? [Math.max(span.first, readSeq + 1), span.last] : [1, 0];
    for (const seq of this.#since.keys()) if (seq < first || seq > last) this.#since.delete(seq);
    for (let seq = first; seq <= last; seq += 1)
      if (!this.#since.has(seq)) this.#since.set(seq, now);
  }

  restart(now: number) {
    for (const seq of this.#since.keys()) this.#since.set(seq, now);
  }

  /** Seq of the newest message that was there long enough; 0: none. */
  newest(now: number): number {
    const seen = [...this.#since].filter(([, since]) => now - since >= seenAfterMs);
    return Math.max(0, ...seen.map(([seq]) => seq));
  }

  /** When the next message will have been there long enough; null: there is none. */
  dueAt(): number | null {
    const first = Math.min(...this.#since.values());
    return Number.isFinite(first) ? first + seenAfterMs : null;
  }
}
