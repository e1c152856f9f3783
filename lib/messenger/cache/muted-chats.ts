import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { chatChangedEvent } from "#lib/messenger/contract/event-schema.ts";
import { type Message, mutedChats } from "#lib/messenger/contract/schema.ts";
import { useSocketEvent } from "#lib/api/socket.ts";

const staleAfterMs = 5 * 60_000;

const mutedQuery = () =>
  queryOptions({
    queryKey: ["messenger", "muted chats"],
    queryFn: ({ signal }) => api.get("/messenger/muted/chats", mutedChats, { signal }),
    staleTime: staleAfterMs,
  });

/** Refetches the list of muted chats once a chat has changed. */
export function useMutedChats(): void {
  const client = useQueryClient();
  useSocketEvent("chat_changed", chatChangedEvent, () => {
    void client.invalidateQueries({ queryKey: mutedQuery().queryKey });
  });
}

/**
 * Whether the member wants an alert of a message: of somebody whom they have blocked never, in a muted chat only where they
 * are mentioned.
 */
export async function isWanted(
  client: QueryClient,
  { chat_id, author, mentions }: Message,
  memberId: number,
): Promise<boolean> {
  const isMentioned = mentions.some(({ id }) => id === memberId);
  const query = mutedQuery();
  // Where the list cannot be fetched, the former one serves, and without any only a mention alerts.
  const known = await client.query(query).catch(() => client.getQueryData(query.queryKey));
  if (!known) return isMentioned;
  if (known.blocked?.includes(author.id)) return false;
  return isMentioned || !known.data.includes(chat_id);
}
