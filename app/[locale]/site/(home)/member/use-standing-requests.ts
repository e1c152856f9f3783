"use client";

import { useState } from "react";
import type { AsOf } from "#lib/api/as-of.ts";
import type { Home, HomeRequest } from "#lib/home/schema.ts";

/** As many as an answer of the server has, so that the next ones of a longer list push nothing down. */
const rowsMax = 3;

interface Decided {
  request: HomeRequest;
  /** Its place among the rows that were shown. */
  index: number;
  /** When the page was requested on which it stood, and when it was answered (ms). */
  requestedAt: number;
  decidedAt: number;
}

/**
 * The requests with those that the member has answered during this visit, which stay where they are, so that nothing
 * below them moves; the next visit no longer has them. `left` counts those that are still to be answered.
 */
export function useStandingRequests({ requests, requests_total, requestedAt }: AsOf<Home>) {
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  // A page that lists the request although it was requested later says that the decision has failed.
  const standing = decided.filter(
    ({ request, decidedAt }) => requestedAt <= decidedAt || !isListed(requests, request),
  );
  const rows = requests.filter((request) => !isDecided(standing, request));
  for (const { request, index } of standing) rows.splice(index, 0, request);
  const shown = rows.slice(0, rowsMax);
  const uncounted = standing.filter(({ request }) => isListed(requests, request)).length;
  return {
    shown,
    left: requests_total - uncounted,
    /** As of when the status "incoming" of a row holds. */
    knownAt: (request: HomeRequest) =>
      standing.find((one) => one.request.id === request.id)?.requestedAt ?? requestedAt,
    decide: (request: HomeRequest) => {
      const index = shown.findIndex(({ id }) => id === request.id);
      const others = decided.filter((one) => one.request.id !== request.id);
      setDecided([...others, { request, index, requestedAt, decidedAt: Date.now() }]);
    },
  };
}

const isListed = (requests: readonly HomeRequest[], { id }: HomeRequest) =>
  requests.some((request) => request.id === id);

const isDecided = (standing: readonly Decided[], { id }: HomeRequest) =>
  standing.some(({ request }) => request.id === id);
