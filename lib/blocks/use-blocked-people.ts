import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { usePendingBlocks } from "#lib/blocks/use-change-block.ts";
import { blockedListQuery } from "#lib/blocks/queries.ts";

/** The loaded part of the list without pending unblocks. */
export function useBlockedPeople() {
  const list = useInfiniteQuery(blockedListQuery(useLocale()));
  const changes = usePendingBlocks();
  const leaving = new Set(changes.filter(({ action }) => action === "unblock").map(({ id }) => id));
  const rows = list.data?.pages.flatMap((page) => page.data);
  return {
    rows: rows?.filter(({ id }) => !leaving.has(id)),
    query: list,
  };
}
