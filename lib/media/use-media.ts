"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { eachOnce } from "#lib/api/map-rows.ts";
import { usePendingDeletions } from "#lib/media/use-delete-media.ts";
import { type MediaPages, roomOf, withoutMedia } from "#lib/media/media-pages.ts";
import { mediaQuery } from "#lib/media/queries.ts";

/** The loaded files of a member; the member's own exclude pending deletions. Undefined while nothing is loaded. */
export function useMedia(memberId: number | null) {
  const list = useInfiniteQuery(mediaQuery(useLocale(), memberId));
  const deletions = usePendingDeletions();
  const shown = deletions.reduce<MediaPages | undefined>(withoutMedia, list.data);
  return {
    files: shown && eachOnce(shown.pages),
    room: shown && roomOf(shown.pages),
    query: list,
  };
}
