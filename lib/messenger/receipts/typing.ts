"use client";

/** Who is writing in which chat just now. Nobody tells that they stopped: it ends by itself, or by what they wrote. */
import { useCallback, useSyncExternalStore } from "react";

/** A little longer than the pause between two signs of the same writing. */
const holdsMs = 6000;
const nobody: readonly number[] = [];

export class Typing {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #chats = new Map<number, readonly number[]>();
  readonly #listeners = new Set<() => void>();

  tell(chatId: number, userId: number): void {
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

  /** Who writes in the chat, in the order they began; the same array until that changes. */
  in(chatId: number): readonly number[] {
    return this.#chats.get(chatId) ?? nobody;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(chatId: number, writing: readonly number[]) {
    if (writing.length === 0) this.#chats.delete(chatId);
    else this.#chats.set(chatId, writing);
    for (const listener of this.#listeners) listener();
  }
}

export const typing = new Typing();

/** The ids of those who write in a chat. */
export function useTyping(chatId: number): readonly number[] {
  const read = useCallback(() => typing.in(chatId), [chatId]);
  return useSyncExternalStore(typing.subscribe, read, () => nobody);
}
