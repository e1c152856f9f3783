"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AsOf } from "#lib/api/as-of.ts";
import { usePendingFriendshipChanges } from "#lib/friends/change-friendship.ts";
import { friendshipStatusQuery } from "#lib/friends/queries.ts";
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
  const heldUntil = useHeldUntil();
  // A page that lists the request although it was requested later says that the member was asked once more.
  const standing = decided.filter((one) => {
    const until = heldUntil(one);
    return until > 0 && (requestedAt <= until || !isListed(requests, one.request));
  });
  const rows = requests.filter((request) => !isDecided(standing, request));
  for (const { request, index } of standing.toSorted((one, other) => one.index - other.index))
    rows.splice(index, 0, request);
  const shown = rows.slice(0, rowsMax);
  const uncounted = standing.filter(({ request }) => isListed(requests, request)).length;
  return {
    shown,
    left: requests_total - uncounted,
    /** As of when the status "incoming" of a row holds. */
    knownAt: (request: HomeRequest) =>
      standing.find((one) => one.request.id === request.id)?.requestedAt ?? requestedAt,
    decide: (request: HomeRequest) => {
      // A later change of the friendship does not undo that the request was answered.
      if (isDecided(standing, request)) return;
      const index = shown.findIndex(({ id }) => id === request.id);
      const others = decided.filter((one) => one.request.id !== request.id);
      setDecided([...others, { request, index, requestedAt, decidedAt: Date.now() }]);
    },
  };
}

/**
 * Until when (ms) a page may list a request although it is answered: until the server has stored the decision. 0 where it
 * could not be stored, because then there is nothing but the request, or not even that.
 */
function useHeldUntil(): (decision: Decided) => number {
  const client = useQueryClient();
  const pending = usePendingFriendshipChanges();
  return ({ request: { id }, decidedAt }) => {
    if (pending.some((change) => change.id === id)) return Infinity;
    const storedAt = client.getQueryState(friendshipStatusQuery(id).queryKey)?.dataUpdatedAt ?? 0;
    return storedAt >= decidedAt ? storedAt : 0;
  };
}

const isListed = (requests: readonly HomeRequest[], { id }: HomeRequest) =>
  requests.some((request) => request.id === id);

const isDecided = (standing: readonly Decided[], { id }: HomeRequest) =>
  standing.some(({ request }) => request.id === id);
