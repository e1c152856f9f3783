import { onlineManager, QueryClient } from "@tanstack/react-query";
import { isRefusal } from "#lib/api/api-failure.ts";

const staleTimeMs = 30_000;
const retriesMax = 2;

/** A cache, and the locale of the answers in it that a change updates. */
export interface LocaleCache {
  client: QueryClient;
  locale: string;
}

/** Failures that the same request would meet again (4xx) are shown at once, the others are retried. */
export function createQueryClient(): QueryClient {
  // React Query assumes a network; without this a page opened offline never notices its return.
  if (typeof window !== "undefined") onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        retry: isWorthRetrying,
        networkMode: "always",
        // Network mode "always" refetches after a reconnect only where that is set.
        refetchOnReconnect: true,
      },
      // "always", because a paused mutation neither succeeds nor fails, so the page could not say what happened.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * Fetches again what is shown and could not be loaded, now that the server can be reached. What it has refused stays, and
 * so does what has been loaded meanwhile.
 */
export async function refetchFailed(client: QueryClient): Promise<void> {
  await client.refetchQueries(
    {
      type: "active",
      predicate: ({ state, observers }) =>
        state.error !== null &&
        !isRefusal(state.error) &&
        observers.some((observer) => observer.shouldFetchOnReconnect()),
    },
    { cancelRefetch: false },
  );
}

const isWorthRetrying = (failures: number, error: Error) =>
  !isRefusal(error) && failures < retriesMax;
