import type { QueryClient } from "@tanstack/react-query";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import { mayEdit } from "#lib/messenger/message-rights.ts";
import { messagesKey } from "#lib/messenger/cache/queries.ts";
import { type Message, type Quote, quoteLengthMax } from "#lib/messenger/contract/schema.ts";

/** The last message of the member that can still be changed. */
export function lastEditable(messages: readonly Message[], memberId: number): Message | null {
  const isEditable = (message: Message) =>
    message.deleted_at === null && mayEdit(message, memberId);
  return messages.findLast(isEditable) ?? null;
}

/** What is shown above a reply to it. */
export function quoteOf({ seq, author, text, attachments, deleted_at }: Message): Quote {
  return {
    seq,
    author: { id: author.id, fullname: author.fullname },
    text: Array.from(text).slice(0, quoteLengthMax).join(""),
    attachment: attachments[0]?.kind ?? null,
    deleted: deleted_at !== null,
  };
}

/** The loaded messages of a chat, oldest first. */
export function loadedMessages(client: QueryClient, chatId: number): readonly Message[] {
  const found = client.getQueriesData<HistoryWindow>({ queryKey: messagesKey(chatId) });
  return found.flatMap(([, window]) => window?.messages ?? []);
}
