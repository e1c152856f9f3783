import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  skipToken,
} from "@tanstack/react-query";
import { api } from "#lib/api-client.ts";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import { friendList } from "#lib/friends/schema.ts";

/** The lists of the member and where the API keeps them: friends, requests sent to them, requests sent by them. */
const boxPaths = {
  friends: "active",
  incoming: "from/disactive",
  outgoing: "to/disactive",
} as const;
export type FriendBox = keyof typeof boxPaths;

export const friendsKey = ["friends"] as const;
export const friendListKey = (box: FriendBox) => [...friendsKey, "list", box] as const;
export const requestCountKey = (box: FriendBox) => [...friendsKey, "count", box] as const;
export const friendshipChangeKey = [...friendsKey, "change"] as const;

interface Page {
  q?: string;
  cursor?: string;
  signal: AbortSignal;
}

const boxPath = (locale: string, box: FriendBox) =>
  `/api/${locale}/profile/friends/${boxPaths[box]}`;

function fetchFriends(path: string, { q, cursor, signal }: Page) {
  const query = new URLSearchParams({ ...(q && { q }), ...(cursor && { cursor }) });
  return api.get(query.size > 0 ? `${path}?${query}` : path, friendList, { signal });
}

export const friendListQuery = (locale: string, box: FriendBox, q = "") =>
  infiniteQueryOptions({
    queryKey: [...friendListKey(box), { locale, q }],
    queryFn: ({ pageParam, signal }) =>
      fetchFriends(boxPath(locale, box), { q, cursor: pageParam, signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.meta.next,
    placeholderData: keepPreviousData,
  });

/** The friends of another member, as far as they let the one who asks see them. */
export const memberFriendsQuery = (locale: string, memberId: number) =>
  infiniteQueryOptions({
    queryKey: [...friendsKey, "of member", memberId, { locale }],
    queryFn: ({ pageParam, signal }) =>
      fetchFriends(`/api/${locale}/user/${memberId}/profile/friends`, {
        cursor: pageParam,
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.meta.next,
  });

/** Badges show no more than "99+", so that counting further would only cost requests. */
const countMax = 100;

/** How many requests wait, counted up to `countMax`; the `friendship` event then keeps the incoming ones exact. */
export const requestCountQuery = (locale: string, box: "incoming" | "outgoing") =>
  queryOptions({
    queryKey: [...requestCountKey(box), { locale }],
    queryFn: async ({ signal }) => {
      let count = 0;
      let cursor: string | null = "";
      while (cursor !== null && count < countMax) {
        const page = await fetchFriends(boxPath(locale, box), { cursor, signal });
        count += page.data.length;
        cursor = page.meta.next;
      }
      return count;
    },
  });

/** What the last decision on this page made of a member; never asked for, only set. */
export const friendshipStatusQuery = (id: number) =>
  queryOptions<FriendshipStatus>({ queryKey: [...friendsKey, "status", id], queryFn: skipToken });
