/**
 * Adds, accepts, rejects, cancels and unfriends. While a call is under way its outcome is shown by laying it over
 * what the caches hold (`usePendingChanges`), so a failure needs no undoing and a refetch cannot bring a row back.
 */
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import { type FriendPage, withoutMember } from "#lib/friends/friend-pages.ts";
import { countsMoved, type FriendshipChange } from "#lib/friends/friendship-rules.ts";
import {
  type BoxCounts,
  type FriendBox,
  friendCountsKey,
  friendListKey,
  friendListsKey,
  friendshipChangeKey,
  friendshipStatusQuery,
  friendsOfMemberKey,
} from "#lib/friends/queries.ts";
import { friendshipAnswer } from "#lib/friends/schema.ts";

const boxes: FriendBox[] = ["friends", "incoming", "outgoing"];

interface Outcome {
  onDone: (message: string) => void;
  onFailed: (failure: Error) => void;
}

/** `outcome` is told even when the row that asked is gone from the page by then. */
export function useChangeFriendship(outcome: Outcome) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: friendshipChangeKey,
    mutationFn: ({ id, action }: FriendshipChange) =>
      api.post(`/api/${locale}/profile/friends/friendship/${id}/${action}`, friendshipAnswer),
    onSuccess: (answer, change) => {
      storeChange(client, change, answer.data.status);
      outcome.onDone(answer.message);
    },
    onError: outcome.onFailed,
    onSettled: () => void refreshFriends(client),
  });
}

/** Changes that the server has not answered yet, oldest first. */
export function usePendingChanges(): FriendshipChange[] {
  return useMutationState({
    filters: { mutationKey: friendshipChangeKey, status: "pending" },
    // Only useChangeFriendship uses this key, so the variables are its own.
    select: (mutation) => mutation.state.variables as FriendshipChange,
  });
}

/** The lists and counts, and whose friends another page shows, are asked again, unless another change is under way, which will end with the same. */
export async function refreshFriends(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: friendshipChangeKey }) > 1) return;
  await Promise.all(
    [friendListsKey, friendCountsKey, friendsOfMemberKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

function storeChange(client: QueryClient, { id, from }: FriendshipChange, to: FriendshipStatus) {
  client.setQueryData(friendshipStatusQuery(id).queryKey, to);
  for (const box of boxes) {
    if (box !== to)
      client.setQueriesData<InfiniteData<FriendPage>>({ queryKey: friendListKey(box) }, (list) =>
        withoutMember(list, id),
      );
  }
  client.setQueriesData<Partial<BoxCounts>>(
    { queryKey: friendCountsKey },
    (counts) => counts && countsMoved(counts, from, to),
  );
}
