import type { QueryClient } from "@tanstack/react-query";
import { isFollowed } from "#lib/messenger/receipts/followed-chats.ts";
import { withChangedMessages, withNewer } from "#lib/messenger/history/history-window.ts";
import { changesQuery, messagesPageQuery, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { updateChat } from "#lib/messenger/cache/update-chat.ts";
import { withChangedMessage } from "#lib/messenger/cache/chat-list.ts";
import { type ChatKind, historyPageMax } from "#lib/messenger/contract/schema.ts";

/** A gap of more messages is fetched only for a member who is at the end; others load it by scrolling. */
const missedMax = 1000;

/** Chats that are catching up, with whether each must run once more. */
const runsOf = new WeakMap<QueryClient, Map<number, { again: boolean }>>();

/**
 * Brings the loaded history of a chat up to date with the server: new messages by `getMessages?after=`, changed ones by
 * `getChanges?after=`. Does nothing while no history is loaded. One run at a time per chat; a call meanwhile makes it
 * run once more. Rejects when a request fails; pages fetched before that stay.
 */
export async function catchUp(client: QueryClient, kind: ChatKind, chatId: number): Promise<void> {
  const runs = runsOf.get(client) ?? new Map<number, { again: boolean }>();
  runsOf.set(client, runs);
  const current = runs.get(chatId);
  if (current) {
    current.again = true;
    return;
  }
  const run = { again: true };
  runs.set(chatId, run);
  try {
    while (run.again) {
      run.again = false;
      while (await fetchNext(client, kind, chatId));
      while (await fetchChanges(client, kind, chatId));
    }
  } finally {
    runs.delete(chatId);
  }
}

/** Returns whether there is more after the fetched page. */
async function fetchNext(client: QueryClient, kind: ChatKind, chatId: number): Promise<boolean> {
  const { queryKey } = messagesQuery(kind, chatId);
  const loaded = client.getQueryData(queryKey);
  if (!loaded?.live) return false;
  const after = loaded.to;
  const page = await client.query(
    messagesPageQuery(kind, chatId, { after, limit: historyPageMax }),
  );
  let more = false;
  client.setQueryData(queryKey, (window) => {
    if (!window?.live || window.to < after) return window;
    const grown = withNewer(window, page);
    const missed = grown.lastSeq - grown.to;
    const live = missed <= missedMax || isFollowed(chatId);
    more = live && missed > 0 && grown.to > after;
    return { ...grown, live };
  });
  return more;
}

/** Returns whether there is more after the fetched page. */
async function fetchChanges(client: QueryClient, kind: ChatKind, chatId: number): Promise<boolean> {
  const { queryKey } = messagesQuery(kind, chatId);
  const loaded = client.getQueryData(queryKey);
  if (!loaded || loaded.changedTo >= loaded.lastChange) return false;
  const after = loaded.changedTo;
  const page = await client.query(changesQuery(kind, chatId, after));
  client.setQueryData(
    queryKey,
    (window) => window && withChangedMessages(window, page, { after, pageSize: historyPageMax }),
  );
  updateChat(client, chatId, (chat) => page.data.reduce(withChangedMessage, chat));
  return (client.getQueryData(queryKey)?.changedTo ?? after) !== after;
}
