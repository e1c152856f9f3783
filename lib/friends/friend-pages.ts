import type { InfiniteData } from "@tanstack/react-query";
import type { AsOf } from "#lib/api/as-of.ts";
import { mapRows } from "#lib/api/map-rows.ts";
import type { FriendItem, FriendList } from "#lib/friends/schema.ts";
import { newestRows } from "#lib/members/newest-rows.ts";

export type FriendPage = AsOf<FriendList>;

interface FriendRow extends FriendItem {
  friend: AsOf<FriendItem["friend"]>;
}

/** Loaded pages of a list without a member; pages and cursors stay as they were. */
export function withoutMember(
  list: InfiniteData<FriendPage> | undefined,
  id: number,
): InfiniteData<FriendPage> | undefined {
  if (!list?.pages.some((page) => page.data.some((item) => item.id === id))) return list;
  return mapRows(list, (items) => items.filter((item) => item.id !== id));
}

/** Rows of the loaded pages, each member once. */
export const rowsOf = (pages: readonly FriendPage[]): FriendRow[] =>
  newestRows(pages, ({ id }) => id).map(({ row, requestedAt }) => ({
    ...row,
    friend: { ...row.friend, requestedAt },
  }));
