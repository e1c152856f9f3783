import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useRef } from "react";
import type { Person } from "#lib/auth/schema.ts";
import { refreshFriends } from "#lib/friends/change-friendship.ts";
import {
  friendCountsKey,
  friendCountsQuery,
  friendshipChangeKey,
  friendshipStatusQuery,
} from "#lib/friends/queries.ts";
import { acceptancesSeenEvent, friendshipEvent } from "#lib/friends/schema.ts";
import { useSocketEvent } from "#lib/api/socket.ts";

/** Updates counts and lists when other members, tabs and devices change them. Called once a page, by the bell. */
export function useFriendshipEvents(onAccepted: (by: Person) => void): void {
  const client = useQueryClient();
  const { queryKey } = friendCountsQuery(useLocale());
  useReceivedFriendshipEvent(({ pending, accepted, isGreeting }) => {
    if (accepted) {
      client.setQueryData(friendshipStatusQuery(accepted.id).queryKey, "friends");
      onAccepted(accepted);
    }
    // While the member's own change is under way this event is skipped: the change refetches everything when it ends,
    // and until then it is added to the cached counts.
    if (isChanging(client)) return;
    const known = client.getQueryData(queryKey)?.incoming;
    client.setQueryData(queryKey, (counts) => ({ ...counts, incoming: pending }));
    if (!isGreeting || (known !== undefined && known !== pending)) void refreshFriends(client);
  });
  useSocketEvent("acceptances_seen", acceptancesSeenEvent, (left) => {
    client.setQueryData(queryKey, (counts) => ({ ...counts, ...left }));
    // An answer that is on its way may still count the acceptances.
    if (!isChanging(client)) void client.invalidateQueries({ queryKey: friendCountsKey });
  });
}

/**
 * Calls back when a friendship has changed, here or elsewhere, so that other features can refresh their counts and
 * statuses.
 */
export function useFriendshipChanged(onChanged: (where: "here" | "elsewhere") => void): void {
  const client = useQueryClient();
  useReceivedFriendshipEvent(({ isGreeting }) => {
    if (!isGreeting) onChanged(isChanging(client) ? "here" : "elsewhere");
  });
}

const isChanging = (client: QueryClient) =>
  client.isMutating({ mutationKey: friendshipChangeKey }) > 0;

interface ReceivedFriendshipEvent {
  pending: number;
  /** The member who has just accepted the reader's request. */
  accepted?: Person | undefined;
  /**
   * The first event only gives the number of incoming requests, because the page has just fetched the rest. After a
   * reconnection everything may have changed.
   */
  isGreeting: boolean;
}

function useReceivedFriendshipEvent(onEvent: (event: ReceivedFriendshipEvent) => void): void {
  const greeted = useRef(false);
  useSocketEvent("friendship", friendshipEvent, (event) => {
    const isGreeting = !greeted.current;
    greeted.current = true;
    onEvent({ ...event, isGreeting });
  });
}
