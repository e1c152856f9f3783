import { describe, expect, test } from "vitest";
import { type FriendPage, rowsOf, withoutMember } from "#lib/friends/friend-pages.ts";
import type { FriendItem } from "#lib/friends/schema.ts";

const item = (id: number): FriendItem => ({
  id,
  friend: { id, fullname: `Member ${id}`, image: null, online: false, last_seen_at: null },
  created_at: "2026-11-20T12:00:00.000Z",
});
const page = (ids: number[], next: string | null = null): FriendPage => ({
  data: ids.map(item),
  meta: { next },
  requestedAt: 1000,
});
const ids = (rows: FriendItem[]) => rows.map((row) => row.id);

describe("the loaded list of friends", () => {
  test("removes a member from whichever page holds them", () => {
    const list = { pages: [page([1, 2], "c"), page([3])], pageParams: ["", "c"] };
    const left = withoutMember(list, 3);
    expect(ids(rowsOf(left?.pages ?? []))).toEqual([1, 2]);
    expect(left?.pages[0]?.meta.next).toBe("c");
  });

  test("returns a list without the member unchanged", () => {
    const list = { pages: [page([1])], pageParams: [""] };
    expect(withoutMember(list, 9)).toBe(list);
    expect(withoutMember(undefined, 9)).toBeUndefined();
  });

  test("shows a member once although two pages hold them", () => {
    expect(ids(rowsOf([page([1, 2], "c"), page([2, 3])]))).toEqual([1, 2, 3]);
  });
});
