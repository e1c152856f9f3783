"use client";

/** Sends receipts of how far this device has received the chats, so that authors see their messages delivered. */
import { type QueryCacheNotifyEvent, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { id } from "#lib/http/schema.ts";
import { type ChatPages, chatsOf } from "#lib/messenger/cache/chat-list.ts";
import type { DeliveredFrame } from "#lib/messenger/contract/marks-schema.ts";
import { chatListsKey } from "#lib/messenger/cache/queries.ts";
import { useSocketEvent, useSocketSend } from "#lib/api/socket.ts";

const pauseMs = 1000;
const chatsPerFrame = 100;

/** Receipts that are not sent yet; one frame a second holds those of all chats. */
export class Delivered {
  readonly #sent = new Map<number, number>();
  readonly #waiting = new Map<number, number>();
  #send: (frame: DeliveredFrame) => boolean = () => false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `send` returns whether the frame left; a frame that did not waits for the next connection. What left by the one
   * before may have been lost with it, so that lists and messages that come from now on are answered once more.
   */
  connect(send: (frame: DeliveredFrame) => boolean): void {
    this.#send = send;
    this.#sent.clear();
    this.flush();
  }

  arrived(chatId: number, seq: number): void {
    const known = Math.max(this.#sent.get(chatId) ?? 0, this.#waiting.get(chatId) ?? 0);
    if (seq <= known) return;
    this.#waiting.set(chatId, seq);
    this.#timer ??= setTimeout(() => this.flush(), pauseMs);
  }

  flush(): void {
    this.stop();
    const next = [...this.#waiting].slice(0, chatsPerFrame);
    if (next.length === 0) return;
    if (!this.#send(next.map(([chat_id, seq]) => ({ chat_id, seq })))) return;
    for (const [chatId, seq] of next) {
      this.#sent.set(chatId, seq);
      this.#waiting.delete(chatId);
    }
    // Starts even when nothing waits, so that all receipts within the second go in one frame.
    this.#timer = setTimeout(() => this.flush(), pauseMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

const arrival = z.object({ chat_id: id, seq: id, author: z.object({ id }) });

/**
 * Sends receipts of delivery. Used once on every page with a signed-in member, because a message that any page receives
 * counts as delivered.
 */
export function useDelivered(memberId: number | null): void {
  const client = useQueryClient();
  const send = useSocketSend();
  const [delivered] = useState(() => new Delivered());
  useSocketEvent("message", arrival, ({ chat_id, seq, author }) => {
    if (author.id !== memberId) delivered.arrived(chat_id, seq);
  });
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        for (const { id: chatId, unread, last_seq } of listedIn(event))
          if (unread > 0) delivered.arrived(chatId, last_seq);
      }),
    [client, delivered],
  );
  useEffect(() => {
    delivered.connect((frame) => send("delivered", frame));
    // A page that is left or hidden may get no time to wait for more.
    const flush = () => delivered.flush();
    const flushIfHidden = () => {
      if (document.visibilityState === "hidden") flush();
    };
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flushIfHidden);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flushIfHidden);
      delivered.stop();
    };
  }, [delivered, send]);
}

/** The chats of a list that has just been fetched or changed. */
function listedIn({ type, query }: QueryCacheNotifyEvent) {
  const key = query.queryKey as readonly unknown[]; // typed as any
  if (type !== "updated" || !chatListsKey.every((part, index) => key[index] === part)) return [];
  const pages = query.state.data as ChatPages | undefined; // what queries of this key hold
  return pages ? chatsOf(pages) : [];
}
