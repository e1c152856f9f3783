import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { asOf } from "#lib/api/as-of.ts";
import { homeAnswer } from "#lib/home/schema.ts";

export const homeKey = ["home"] as const;

/** Clients with a visit that is not answered: what is fetched in its place is the visit. */
const visiting = new WeakSet<QueryClient>();

/**
 * All blocks of the member's home page; every visit refetches, since the visit itself is noted (D-HOME). What is
 * invalidated while it is shown is refreshed, which is no visit.
 */
export const homeQuery = (locale: string) =>
  queryOptions({
    queryKey: [...homeKey, { locale }],
    queryFn: async ({ client, queryKey, signal }) => {
      const state = client.getQueryState(queryKey);
      const isRefresh = state?.status === "success" && state.isInvalidated && !visiting.has(client);
      if (!isRefresh) visiting.add(client);
      const query = { refresh: isRefresh ? 1 : null };
      const home = await asOf(
        async () => (await api.get(`/api/${locale}/home`, homeAnswer, { query, signal })).data,
      );
      visiting.delete(client);
      return home;
    },
    staleTime: 0,
    // What is shown is refreshed then. A hidden tab would count as a visit, and fetches when it becomes visible.
    refetchOnReconnect: ({ state }) =>
      state.status !== "success" && document.visibilityState === "visible",
  });
