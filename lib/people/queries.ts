import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api } from "#lib/api-client.ts";
import { peopleList } from "#lib/people/schema.ts";

export const peopleKey = ["people"] as const;

/** Members whose names begin with the words of `q`, all of them without one; the previous answer stays meanwhile. */
export const peopleSearchQuery = (locale: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, "search", { locale, q }],
    queryFn: async ({ pageParam, signal }) => {
      const askedAt = Date.now();
      const query = new URLSearchParams({
        ...(q && { q }),
        ...(pageParam && { cursor: pageParam }),
      });
      const page = await api.get(
        `/api/${locale}/users${query.size > 0 ? `?${query}` : ""}`,
        peopleList,
        { signal },
      );
      return { ...page, askedAt };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.meta.next,
    placeholderData: keepPreviousData,
  });
