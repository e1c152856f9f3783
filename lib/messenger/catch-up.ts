import type { QueryClient } from "@tanstack/react-query";
import { appendAfter, lastSeqOf } from "#lib/messenger/history-pages.ts";
import { messagesAfterQuery, messagesQuery } from "#lib/messenger/queries.ts";
import type { ChatKind } from "#lib/messenger/schema.ts";

/** Chats being brought level, and whether somebody asked again meanwhile. */
const runsOf = new WeakMap<QueryClient, Map<number, { again: boolean }>>();

/**
 * Brings the loaded history of a chat level with the server by `getMessages?after=`. Does nothing
 * while the history is not loaded. One run at a time per chat; asked for meanwhile, it looks once more.
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
    }
  } catch {
    return; // the next message, reconnection or look at the tab asks again
  } finally {
    runs.delete(chatId);
  }
}

/** Whether there is more after what it fetched. */
async function fetchNext(client: QueryClient, kind: ChatKind, chatId: number): Promise<boolean> {
  const { queryKey } = messagesQuery(kind, chatId);
  const loaded = client.getQueryData(queryKey);
  if (!loaded) return false;
  const after = lastSeqOf(loaded);
  const page = await client.query(messagesAfterQuery(kind, chatId, after));
  client.setQueryData(queryKey, (pages) => pages && appendAfter(pages, page.data));
  const last = page.data.at(-1)?.seq ?? after;
  return last > after && last < page.meta.last_seq;
}
