import { infiniteQueryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { api } from "#lib/api/api-client.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import { person } from "#lib/auth/schema.ts";
import { id, seekListOf } from "#lib/http/schema.ts";
import { messageSearch } from "#lib/messenger/contract/search-schema.ts";

/** The fields of found people and of friends that are needed to write to them. */
const foundPeople = seekListOf(person);
const ownFriends = seekListOf(z.object({ id, friend: person }));

/** Messages with the words of `q`, newest first; in all chats of the member or in one. */
export const messageSearchQuery = (q: string, chatId: number | null = null) =>
  infiniteQueryOptions({
    queryKey: ["messenger", "message search", q, chatId],
    queryFn: ({ pageParam, signal }) =>
      api.get("/messenger/search", messageSearch, {
        query: { q, chat_id: chatId, cursor: pageParam },
        signal,
      }),
    ...byCursor,
    staleTime: 0,
  });

/** Members whose names have the words of `q`. */
export const peopleNamedQuery = (locale: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ["messenger", "people", locale, q],
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = Date.now();
      const query = { q, cursor: pageParam };
      const page = await api.get(`/api/${locale}/users`, foundPeople, { query, signal });
      return personsAsOf(requestedAt, page);
    },
    ...byCursor,
  });

/** The member's friends, as people. */
export const friendsNamedQuery = (locale: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ["messenger", "friends", locale, q],
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = Date.now();
      const path = `/api/${locale}/profile/friends/active`;
      const query = { q, cursor: pageParam };
      const { data, meta } = await api.get(path, ownFriends, { query, signal });
      return personsAsOf(requestedAt, { data: data.map(({ friend }) => friend), meta });
    },
    ...byCursor,
    staleTime: 0, // friendships change elsewhere
  });

/** Marks presence with `requestedAt` (ms), so that it can be compared with events (lib/members/live-presence.ts). */
function personsAsOf(requestedAt: number, page: z.infer<typeof foundPeople>) {
  return { ...page, data: page.data.map((found) => ({ ...found, requestedAt })) };
}
