"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { usePendingDeletions } from "#lib/media/delete-media.ts";
import { mediaOf, type MediaPages, roomOf, withoutMedia } from "#lib/media/media-pages.ts";
import { mediaQuery } from "#lib/media/queries.ts";

/**
 * The loaded part of a member's files, one's own without those that one is deleting. `files` is undefined until
 * something is known; `failure` is why nothing is, `moreFailure` why there is no next page.
 */
export function useMedia(memberId: number | null) {
  const list = useInfiniteQuery(mediaQuery(useLocale(), memberId));
  const deletions = usePendingDeletions();
  const shown = deletions.reduce<MediaPages | undefined>(withoutMedia, list.data);
  return {
    files: shown && mediaOf(shown.pages),
    room: shown && roomOf(shown.pages),
    failure: list.data ? null : (list.error?.message ?? null),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    moreFailure: list.isFetchNextPageError ? list.error.message : null,
    more: () => {
      if (!list.isFetchingNextPage) void list.fetchNextPage();
    },
    retry: () => void list.refetch(),
  };
}
