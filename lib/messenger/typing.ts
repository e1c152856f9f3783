"use client";

/** Who is typing in which chat. No event says that they stopped: it expires, or ends with their message. */
import { useRef, useSyncExternalStore } from "react";
import { api } from "#lib/api/api-client.ts";
import { createListeners } from "#lib/browser/store.ts";
import { messageBody } from "#lib/http/schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** How long one event holds: a little longer than the pause between two events of a member who goes on typing. */
const holdsMs = 6000;
const nobody: readonly number[] = [];

export class Typing {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #chats = new Map<number, readonly number[]>();
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;

  begin(chatId: number, userId: number): void {
    const key = `${chatId}:${userId}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => this.end(chatId, userId), holdsMs),
    );
    const writing = this.in(chatId);
    if (!writing.includes(userId)) this.#set(chatId, [...writing, userId]);
  }

  end(chatId: number, userId: number): void {
    const key = `${chatId}:${userId}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    const writing = this.in(chatId);
    if (writing.includes(userId))
      this.#set(
        chatId,
        writing.filter((id) => id !== userId),
      );
  }

  /** The members typing in the chat, in the order they began; the same array until that changes. */
  in(chatId: number): readonly number[] {
    return this.#chats.get(chatId) ?? nobody;
  }

  #set(chatId: number, writing: readonly number[]) {
    if (writing.length === 0) this.#chats.delete(chatId);
    else this.#chats.set(chatId, writing);
    this.#listeners.call();
  }
}

export const typing = new Typing();

export function useTyping(chatId: number): readonly number[] {
  return useSyncExternalStore(
    typing.subscribe,
    () => typing.in(chatId),
    () => nobody,
  );
}

const sendEveryMs = 3000;

/** Publishes that the member is typing. Nothing depends on it, so a failure is ignored. */
export function useSendTyping({ kind, id }: Pick<Chat, "id" | "kind">): () => void {
  const sentAt = useRef(0);
  return () => {
    const now = Date.now();
    if (now - sentAt.current < sendEveryMs) return;
    sentAt.current = now;
    api.post(`/messenger/${kind}/typing/${id}`, messageBody, {}).catch(() => undefined);
  };
}
