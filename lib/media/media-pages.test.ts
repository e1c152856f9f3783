import { describe, expect, test } from "vitest";
import { eachOnce } from "#lib/api/map-rows.ts";
import { type MediaPages, roomOf, withMedia, withoutMedia } from "#lib/media/media-pages.ts";
import { mediaSample } from "#lib/testing/media-samples.ts";

const file = (id: number) => ({ ...mediaSample, id, size: 100 });
const room = { used_bytes: 300, quota_bytes: 1000 };
const list: MediaPages = {
  pages: [
    { data: [file(3), file(2)], meta: { next: "two", ...room } },
    { data: [file(2), file(1)], meta: { next: null, ...room } },
  ],
  pageParams: ["", "two"],
};
const idsOf = (pages: MediaPages | undefined) => eachOnce(pages?.pages ?? []).map(({ id }) => id);

test("a file that two pages hold is shown once", () => {
  expect(idsOf(list)).toEqual([3, 2, 1]);
});

describe("a file that was uploaded", () => {
  test("stands first, and its bytes count as used", () => {
    const grown = withMedia(list, file(4));
    expect(idsOf(grown)).toEqual([4, 3, 2, 1]);
    expect(roomOf(grown?.pages ?? [])).toEqual({ used: 400, quota: 1000 });
  });

  test("is counted once, although the list was requested meanwhile", () => {
    expect(withMedia(list, file(3))).toBe(list);
  });
});

describe("a file that was deleted", () => {
  test("is gone from every page, and its bytes are free", () => {
    const shrunk = withoutMedia(list, file(2));
    expect(idsOf(shrunk)).toEqual([3, 1]);
    expect(roomOf(shrunk?.pages ?? [])).toEqual({ used: 200, quota: 1000 });
  });

  test("frees nothing twice", () => {
    expect(withoutMedia(list, file(9))).toBe(list);
  });
});

test("another member's list does not include their quota", () => {
  expect(roomOf([{ data: [], meta: { next: null } }])).toBeUndefined();
});
