import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { api } from "#lib/api/api-client.ts";
import { asOf } from "#lib/api/as-of.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import { mapRows } from "#lib/api/map-rows.ts";
import { person } from "#lib/auth/schema.ts";
import { id, seekListOf } from "#lib/http/schema.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { type MessageSearch, messageSearch } from "#lib/messenger/contract/search-schema.ts";

/** The fields of found people and of friends that are needed to write to them. */
const foundMembers = seekListOf(person);
const ownFriends = seekListOf(z.object({ id, friend: person }));

type FoundPages = InfiniteData<MessageSearch>;

const messageSearchKey = ["messenger", "message search"] as const;

/** Messages with the words of `q`, newest first; in all chats of the member or in one. */
export const messageSearchQuery = (q: string, chatId: number | null = null) =>
  infiniteQueryOptions({
    queryKey: [...messageSearchKey, q, chatId],
    queryFn: ({ pageParam, signal }) =>
      api.get("/messenger/search", messageSearch, {
        query: { q, chat_id: chatId, cursor: pageParam },
        signal,
      }),
    ...byCursor,
    staleTime: 0,
    select: withoutDeleted,
  });

/** A message that was deleted after it was found stays in the cache, since its deletion may be reverted. */
const withoutDeleted = (found: FoundPages): FoundPages =>
  mapRows(found, (messages) => messages.filter(({ deleted_at }) => deleted_at === null));

/** Updates a message after an edit, a deletion or a reaction in every search that has found it. */
export function updateFound(client: QueryClient, message: Message): void {
  const isOutdated = (found: Message) =>
    found.chat_id === message.chat_id &&
    found.seq === message.seq &&
    found.change <= message.change;
  client.setQueriesData<FoundPages>({ queryKey: messageSearchKey }, (found) =>
    found?.pages.some(({ data }) => data.some(isOutdated))
      ? mapRows(found, (messages) => messages.map((one) => (isOutdated(one) ? message : one)))
      : found,
  );
}

/** Members whose names have the words of `q`. */
export const peopleNamedQuery = (locale: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ["messenger", "people", locale, q],
    queryFn: ({ pageParam, signal }) => {
      const query = { q, cursor: pageParam };
      return asOf(() => api.get(`/api/${locale}/users`, foundMembers, { query, signal }));
    },
    ...byCursor,
  });

/** The member's friends, as people. */
export const friendsNamedQuery = (locale: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ["messenger", "friends", locale, q],
    queryFn: ({ pageParam, signal }) => {
      const path = `/api/${locale}/profile/friends/active`;
      const query = { q, cursor: pageParam };
      return asOf(async () => {
        const { data, meta } = await api.get(path, ownFriends, { query, signal });
        return { data: data.map(({ friend }) => friend), meta };
      });
    },
    ...byCursor,
    staleTime: 0, // friendships change elsewhere
  });
