import { QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "#lib/api/api-failure.ts";

const staleTimeMs = 30_000;
const retriesMax = 2;

/** A cache, and the locale of the answers in it that a change updates. */
export interface LocaleCache {
  client: QueryClient;
  locale: string;
}

/** Failures that the same request would meet again (4xx) are shown at once, the others are retried. */
export function createQueryClient(): QueryClient {
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

function isWorthRetrying(failures: number, error: Error): boolean {
  if (error instanceof ApiFailure && error.status !== false && error.status < 500) return false;
  return failures < retriesMax;
}
