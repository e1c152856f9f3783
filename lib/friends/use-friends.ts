import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { usePendingFriendshipChanges } from "#lib/friends/change-friendship.ts";
import { rowsOf } from "#lib/friends/friend-pages.ts";
import { statusAfter } from "#lib/friends/friendship-rules.ts";
import { type FriendBox, friendListQuery } from "#lib/friends/queries.ts";

/** The loaded part of a list with pending decisions applied. `rows` is undefined until something is loaded. */
export function useFriends(box: FriendBox, q = "") {
  const locale = useLocale();
  const list = useInfiniteQuery(friendListQuery(locale, box, q));
  const pending = usePendingFriendshipChanges();
  const leaving = new Set(
    pending.filter((change) => statusAfter(change) !== box).map((change) => change.id),
  );
  return {
    rows: list.data && rowsOf(list.data.pages).filter((row) => !leaving.has(row.id)),
    query: list,
    isSearching: list.isPlaceholderData,
    hasMore: list.hasNextPage && !list.isPlaceholderData,
  };
}
