import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { isNotFound } from "#lib/api/api-failure.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import { blockAnswer, blockedList } from "#lib/blocks/schema.ts";

const blocksKey = ["blocks"] as const;
export const blockChangeKey = [...blocksKey, "change"] as const;

export const blockPath = (locale: string, id: number) => `/api/${locale}/profile/blocks/${id}`;

/** Whom the member has blocked, newest first. */
export const blockedListQuery = (locale: string) =>
  infiniteQueryOptions({
    queryKey: [...blocksKey, "list", { locale }],
    queryFn: ({ pageParam, signal }) =>
      api.get(`/api/${locale}/profile/blocks`, blockedList, {
        query: { cursor: pageParam },
        signal,
      }),
    ...byCursor,
  });

/**
 * `absent`: the other has blocked the member, has deleted the account, or never existed. The server does not say which
 * of these it is, so that a block stays hidden.
 */
type BlockState = "none" | "blocked" | "absent";

/** Whether there is a block between the member and another one, as far as the member may know it. */
export const blockStateQuery = (locale: string, id: number) =>
  queryOptions({
    queryKey: [...blocksKey, "of member", id, { locale }],
    queryFn: async ({ signal }): Promise<BlockState> => {
      const path = `/api/${locale}/profile/friends/friendship/${id}/status`;
      try {
        const { data } = await api.post(path, blockAnswer, undefined, { signal });
        return data.status === "blocked" ? "blocked" : "none";
      } catch (failure) {
        if (isNotFound(failure)) return "absent";
        throw failure;
      }
    },
  });

/** Whether the member has blocked another one. */
export const isBlockedQuery = (locale: string, id: number) =>
  queryOptions({
    ...blockStateQuery(locale, id),
    select: (state) => state === "blocked",
  });
