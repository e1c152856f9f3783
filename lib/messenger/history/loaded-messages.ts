import type { QueryClient } from "@tanstack/react-query";
import { chatKey, messagesKey } from "#lib/messenger/cache/queries.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import { mayEdit } from "#lib/messenger/message-rights.ts";

/** The last message of the member that can still be changed. */
export function lastEditable(messages: readonly Message[], memberId: number): Message | null {
  const isEditable = (message: Message) =>
    message.deleted_at === null && mayEdit(message, memberId);
  return messages.findLast(isEditable) ?? null;
}

/**
 * Returns the loaded messages of a chat up to its end, oldest first. Returns none if the loaded part ends earlier, as
 * after going to an old message: its last message is then not the last of the chat.
 */
export function loadedMessages(client: QueryClient, chatId: number): readonly Message[] {
  const found = client.getQueriesData<HistoryWindow>({ queryKey: messagesKey(chatId) });
  return found.flatMap(([, window]) => (window?.live ? window.messages : []));
}

/** Names of members by their id, if the loaded part of a chat has them. */
export function loadedNames(client: QueryClient, chatId: number): Map<number, string> {
  const names = new Map<number, string>();
  for (const [, chat] of client.getQueriesData<Chat>({ queryKey: chatKey(chatId) }))
    if (chat?.peer) names.set(chat.peer.id, chat.peer.fullname);
  for (const [, window] of client.getQueriesData<HistoryWindow>({ queryKey: messagesKey(chatId) }))
    for (const { author } of window?.messages ?? []) names.set(author.id, author.fullname);
  return names;
}

/** Waits no longer than this for catching up; after that the history shows the message when it is next loaded. */
const waitMaxMs = 10_000;

/**
 * Resolves once the loaded history shows the message, after the missing ones before it. Undefined if there is nothing
 * to wait for.
 */
export function shownInHistory(client: QueryClient, message: Message): Promise<void> | undefined {
  const isMissing = () => {
    const found = client.getQueriesData<HistoryWindow>({ queryKey: messagesKey(message.chat_id) });
    const windows = found.flatMap(([, window]) => (window?.live ? [window] : []));
    return windows.some(({ messages }) => messages.every(({ seq }) => seq !== message.seq));
  };
  if (!isMissing()) return undefined;
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(stop, waitMaxMs);
    const unsubscribe = client.getQueryCache().subscribe(() => {
      if (!isMissing()) stop();
    });
  });
}
