import type { QueryClient } from "@tanstack/react-query";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";
import { messagesKey } from "#lib/messenger/cache/queries.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** Catching up takes no longer; else the message is found in the history when it is loaded anew. */
const waitMaxMs = 10_000;

/**
 * Waits until the history that is loaded shows the message: where others are missing before it, that takes until they
 * have come. Nothing to wait for: undefined.
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
