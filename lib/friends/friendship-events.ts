import { useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useRef } from "react";
import { refreshFriends } from "#lib/friends/change-friendship.ts";
import { friendshipChangeKey, requestCountQuery } from "#lib/friends/queries.ts";
import { friendshipEvent } from "#lib/friends/schema.ts";
import { useSocketEvent } from "#lib/socket.ts";

/** Keeps counts and lists with what other members, tabs and devices do. Called once a page, by the bell. */
export function useFriendshipEvents(): void {
  const client = useQueryClient();
  const { queryKey } = requestCountQuery(useLocale(), "incoming");
  useFriendshipNews(({ pending, isGreeting }) => {
    // An own change under way ends with asking for everything, and is laid over counts that must not hold it yet.
    if (client.isMutating({ mutationKey: friendshipChangeKey }) > 0) return;
    const known = client.getQueryData(queryKey);
    client.setQueryData(queryKey, pending);
    if (!isGreeting || (known !== undefined && known !== pending)) void refreshFriends(client);
  });
}

/** Tells other features, which count friends or show who they are, that a friendship has changed: here, or elsewhere. */
export function useFriendshipChanged(onChanged: (where: "here" | "elsewhere") => void): void {
  const client = useQueryClient();
  useFriendshipNews(({ isGreeting }) => {
    const isOwn = client.isMutating({ mutationKey: friendshipChangeKey }) > 0;
    if (!isGreeting) onChanged(isOwn ? "here" : "elsewhere");
  });
}

interface News {
  pending: number;
  /** The first event only says how many wait: the page has just asked for the rest. After a reconnection all may have changed. */
  isGreeting: boolean;
}

function useFriendshipNews(onNews: (news: News) => void): void {
  const greeted = useRef(false);
  useSocketEvent("friendship", friendshipEvent, ({ pending }) => {
    const isGreeting = !greeted.current;
    greeted.current = true;
    onNews({ pending, isGreeting });
  });
}
