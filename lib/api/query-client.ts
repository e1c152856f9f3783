import { QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "#lib/api/api-failure.ts";

const staleTimeMs = 30_000;
const retriesMax = 2;

/** Failures that the same request would meet again (4xx) are shown at once, the others tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        retry: isWorthRetrying,
        networkMode: "always",
        // What failed without the network is asked for again with it; in this mode only if told to.
        refetchOnReconnect: true,
      },
      // Always: a paused mutation would neither succeed nor fail, and nothing could be shown.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

function isWorthRetrying(failures: number, error: Error): boolean {
  if (error instanceof ApiFailure && error.status !== false && error.status < 500) return false;
  return failures < retriesMax;
}
