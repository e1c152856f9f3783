import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { usePendingChanges } from "#lib/friends/change-friendship.ts";
import { rowsOf } from "#lib/friends/friend-pages.ts";
import { statusAfter } from "#lib/friends/friendship-rules.ts";
import { type FriendBox, friendListQuery } from "#lib/friends/queries.ts";

/**
 * The loaded part of a list, as the member has decided so far. `rows` is undefined until something is known;
 * `failure` is why nothing is, `moreFailure` why there is no next page.
 */
export function useFriends(box: FriendBox, q = "") {
  const locale = useLocale();
  const list = useInfiniteQuery(friendListQuery(locale, box, q));
  const pending = usePendingChanges();
  const leaving = new Set(
    pending.filter((change) => statusAfter(change) !== box).map((change) => change.id),
  );
  return {
    rows: list.data && rowsOf(list.data.pages).filter((row) => !leaving.has(row.id)),
    failure: list.data ? null : (list.error?.message ?? null),
    isSearching: list.isPlaceholderData,
    hasMore: list.hasNextPage && !list.isPlaceholderData,
    isLoadingMore: list.isFetchingNextPage,
    moreFailure: list.isFetchNextPageError ? list.error.message : null,
    more: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}
