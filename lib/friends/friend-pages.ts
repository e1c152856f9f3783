import type { InfiniteData } from "@tanstack/react-query";
import type { FriendItem, FriendList } from "#lib/friends/schema.ts";

/** Loaded pages of a list without a member; pages and cursors stay as they were. */
export function withoutMember(
  list: InfiniteData<FriendList> | undefined,
  id: number,
): InfiniteData<FriendList> | undefined {
  if (!list?.pages.some((page) => page.data.some((item) => item.id === id))) return list;
  const pages = list.pages.map((page) => ({
    ...page,
    data: page.data.filter((item) => item.id !== id),
  }));
  return { ...list, pages };
}

/** Rows of the loaded pages, each member once: a list that moved between two pages may repeat one. */
export function rowsOf(pages: readonly FriendList[]): FriendItem[] {
  const rows = new Map<number, FriendItem>();
  for (const item of pages.flatMap((page) => page.data))
    if (!rows.has(item.id)) rows.set(item.id, item);
  return [...rows.values()];
}
