import type { QueryClient } from "@tanstack/react-query";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import { chatKey, messagesKey } from "#lib/messenger/cache/queries.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** Names of members by their id, as far as what is loaded of a chat tells them. */
export function knownPeople(client: QueryClient, chatId: number): Map<number, string> {
  const names = new Map<number, string>();
  for (const [, chat] of client.getQueriesData<Chat>({ queryKey: chatKey(chatId) }))
    if (chat?.peer) names.set(chat.peer.id, chat.peer.fullname);
  for (const [, window] of client.getQueriesData<HistoryWindow>({ queryKey: messagesKey(chatId) }))
    for (const { author } of window?.messages ?? []) names.set(author.id, author.fullname);
  return names;
}
