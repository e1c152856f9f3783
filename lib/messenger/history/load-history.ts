import type { QueryClient } from "@tanstack/react-query";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import { joined, windowOf, withNewer, withOlder } from "#lib/messenger/history/history-window.ts";
import { messagesPageQuery, messagesQuery } from "#lib/messenger/cache/queries.ts";

/** What was asked for ahead is good for so long; what has come meanwhile is caught up with. */
const aheadForMs = 3000;

const endQuery = ({ kind, chatId }: ChatAddress) => ({
  ...messagesPageQuery(kind, chatId, {}),
  staleTime: aheadForMs,
  gcTime: aheadForMs,
});

/** Asks for the end of a history before it is known whether one wants to be there: mostly one does. */
export function askForEnd(client: QueryClient, address: ChatAddress): void {
  // Whoever goes there asks again, and is told what is wrong.
  client.query(endQuery(address)).catch(() => undefined);
}

/** Loads the history around a message, or its end (null), in one request; what is loaded already stays where they meet. */
export async function loadAround(
  client: QueryClient,
  { kind, chatId }: ChatAddress,
  seq: number | null,
  isWanted: () => boolean = () => true,
): Promise<void> {
  const page = await client.query(
    seq === null ? endQuery({ kind, chatId }) : messagesPageQuery(kind, chatId, { around: seq }),
  );
  if (!isWanted()) return;
  client.setQueryData(messagesQuery(kind, chatId).queryKey, (known) =>
    joined(known, windowOf(page)),
  );
}

export async function loadOlder(client: QueryClient, { kind, chatId }: ChatAddress) {
  const { queryKey } = messagesQuery(kind, chatId);
  const before = client.getQueryData(queryKey)?.from;
  if (before === undefined) return;
  const page = await client.query(messagesPageQuery(kind, chatId, { before }));
  client.setQueryData(queryKey, (window) =>
    window?.from === before ? withOlder(window, page) : window,
  );
}

export async function loadNewer(client: QueryClient, { kind, chatId }: ChatAddress) {
  const { queryKey } = messagesQuery(kind, chatId);
  const after = client.getQueryData(queryKey)?.to;
  if (after === undefined) return;
  const page = await client.query(messagesPageQuery(kind, chatId, { after }));
  client.setQueryData(queryKey, (window) =>
    window?.to === after ? withNewer(window, page) : window,
  );
}
