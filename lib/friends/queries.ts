import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  skipToken,
} from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { asOf } from "#lib/api/as-of.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import type { FriendPage } from "#lib/friends/friend-pages.ts";
import {
  acceptanceList,
  type FriendCounts,
  friendCounts,
  friendList,
} from "#lib/friends/schema.ts";

/** The member's lists and their paths in the API: friends, incoming requests, outgoing requests. */
const boxPaths = {
  friends: "active",
  incoming: "from/disactive",
  outgoing: "to/disactive",
} as const;
export type FriendBox = keyof typeof boxPaths;
/** The length of each list. */
export type BoxCounts = Record<FriendBox, number>;

const friendsKey = ["friends"] as const;
export const friendListsKey = [...friendsKey, "list"] as const;
export const friendListKey = (box: FriendBox) => [...friendListsKey, box] as const;
export const friendsOfMemberKey = [...friendsKey, "of member"] as const;
export const friendCountsKey = [...friendsKey, "counts"] as const;
export const acceptancesKey = [...friendsKey, "acceptances"] as const;
export const friendshipChangeKey = [...friendsKey, "change"] as const;

interface Page {
  q?: string;
  cursor?: string;
  signal: AbortSignal;
}

const boxPath = (locale: string, box: FriendBox) =>
  `/api/${locale}/profile/friends/${boxPaths[box]}`;

const fetchFriends = (path: string, { q, cursor, signal }: Page): Promise<FriendPage> =>
  asOf(() => api.get(path, friendList, { query: { q, cursor }, signal }));

export const friendListQuery = (locale: string, box: FriendBox, q = "") =>
  infiniteQueryOptions({
    queryKey: [...friendListKey(box), { locale, q }],
    queryFn: ({ pageParam, signal }) =>
      fetchFriends(boxPath(locale, box), { q, cursor: pageParam, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

/** The friends of another member, as far as that member shows them to the reader. */
export const memberFriendsQuery = (locale: string, memberId: number) =>
  infiniteQueryOptions({
    queryKey: [...friendsOfMemberKey, memberId, { locale }],
    queryFn: ({ pageParam, signal }) =>
      fetchFriends(`/api/${locale}/user/${memberId}/profile/friends`, {
        cursor: pageParam,
        signal,
      }),
    ...byCursor,
  });

/**
 * The length of each list. The `friendship` event then updates the incoming number; where it arrives before the answer,
 * the cache holds that number alone.
 */
export const friendCountsQuery = (locale: string) =>
  queryOptions({
    queryKey: [...friendCountsKey, { locale }],
    queryFn: async ({ signal }): Promise<Partial<FriendCounts["data"]>> =>
      (await api.get(`/api/${locale}/profile/friends/counts`, friendCounts, { signal })).data,
  });

/**
 * Members who have accepted requests of this one. Cached only while shown, because seen acceptances disappear from the
 * next answer.
 */
export const acceptancesQuery = (locale: string) =>
  queryOptions({
    queryKey: [...acceptancesKey, { locale }],
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now();
      const path = `/api/${locale}/profile/friends/accepted`;
      const { data } = await api.get(path, acceptanceList, { signal });
      return data.map((item) => ({ ...item, friend: { ...item.friend, requestedAt } }));
    },
    gcTime: 0,
  });

/** What a member became by the last decision on this page; it is set and never fetched. */
export const friendshipStatusQuery = (id: number) =>
  queryOptions<FriendshipStatus>({ queryKey: [...friendsKey, "status", id], queryFn: skipToken });
