import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useRef } from "react";
import type { Person } from "#lib/auth/schema.ts";
import { refreshFriends } from "#lib/friends/change-friendship.ts";
import {
  friendCountsQuery,
  friendshipChangeKey,
  friendshipStatusQuery,
} from "#lib/friends/queries.ts";
import { friendshipEvent } from "#lib/friends/schema.ts";
import { useSocketEvent } from "#lib/api/socket.ts";

/** Keeps counts and lists with what other members, tabs and devices do. Called once a page, by the bell. */
export function useFriendshipEvents(onAccepted: (by: Person) => void): void {
  const client = useQueryClient();
  const { queryKey } = friendCountsQuery(useLocale());
  useFriendshipNews(({ pending, accepted, isGreeting }) => {
    if (accepted) {
      client.setQueryData(friendshipStatusQuery(accepted.id).queryKey, "friends");
      onAccepted(accepted);
    }
    // An own change under way ends with asking for everything, and is laid over counts that must not hold it yet.
    if (isChanging(client)) return;
    const known = client.getQueryData(queryKey)?.incoming;
    client.setQueryData(queryKey, (counts) => ({ ...counts, incoming: pending }));
    if (!isGreeting || (known !== undefined && known !== pending)) void refreshFriends(client);
  });
}

/** Tells other features, which count friends or show who they are, that a friendship has changed: here, or elsewhere. */
export function useFriendshipChanged(onChanged: (where: "here" | "elsewhere") => void): void {
  const client = useQueryClient();
  useFriendshipNews(({ isGreeting }) => {
    if (!isGreeting) onChanged(isChanging(client) ? "here" : "elsewhere");
  });
}

const isChanging = (client: QueryClient) =>
  client.isMutating({ mutationKey: friendshipChangeKey }) > 0;

interface News {
  pending: number;
  /** Who has just accepted the member's request. */
  accepted?: Person | undefined;
  /** The first event only says how many wait: the page has just asked for the rest. After a reconnection all may have changed. */
  isGreeting: boolean;
}

function useFriendshipNews(onNews: (news: News) => void): void {
  const greeted = useRef(false);
  useSocketEvent("friendship", friendshipEvent, (event) => {
    const isGreeting = !greeted.current;
    greeted.current = true;
    onNews({ ...event, isGreeting });
  });
}
