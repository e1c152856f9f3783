import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { blockAnswer, blockedList } from "#lib/blocks/schema.ts";

const blocksKey = ["blocks"] as const;
export const blockChangeKey = [...blocksKey, "change"] as const;

export const blockPath = (locale: string, id: number) => `/api/${locale}/profile/blocks/${id}`;

/** Whom the member has blocked, newest first. */
export const blockedListQuery = (locale: string) =>
  infiniteQueryOptions({
    queryKey: [...blocksKey, "list", { locale }],
    queryFn: ({ pageParam, signal }) =>
      api.get(`/api/${locale}/profile/blocks${pageParam && `?cursor=${pageParam}`}`, blockedList, {
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.meta.next,
  });

/**
 * Whether the member has blocked another one. A 404 means no: the server gives it to a blocked member, and for an
 * unknown id.
 */
export const isBlockedQuery = (locale: string, id: number) =>
  queryOptions({
    queryKey: [...blocksKey, "of member", id, { locale }],
    queryFn: async ({ signal }) => {
      const path = `/api/${locale}/profile/friends/friendship/${id}/status`;
      try {
        const { data } = await api.post(path, blockAnswer, undefined, { signal });
        return data.status === "blocked";
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.status === 404) return false;
        throw failure;
      }
    },
  });
