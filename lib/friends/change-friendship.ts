/**
 * Adds, accepts, rejects, cancels and unfriends. While a call is under way its outcome is shown by laying it over
 * what the caches hold (`usePendingFriendshipChanges`), so a failure needs no revert and a refetch cannot bring a row back.
 */
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { type ChangeOutcome, usePendingChanges } from "#lib/api/use-pending-changes.ts";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import { type FriendPage, withoutMember } from "#lib/friends/friend-pages.ts";
import { countsMoved, type FriendshipChange } from "#lib/friends/friendship-rules.ts";
import {
  acceptancesKey,
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

/** `outcome` is called even after the row that asked is unmounted. */
export function useChangeFriendship(outcome: ChangeOutcome) {
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
export function usePendingFriendshipChanges(): FriendshipChange[] {
  return usePendingChanges<FriendshipChange>(friendshipChangeKey);
}

/** Refetches the lists, the counts and the friends of other members. A change that is still under way does it at its end instead. */
export async function refreshFriends(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: friendshipChangeKey }) > 1) return;
  await Promise.all(
    [friendListsKey, friendCountsKey, friendsOfMemberKey, acceptancesKey].map((queryKey) =>
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
