import { describe, expect, it } from "vitest";
import { indexAt, sliceAround } from "#lib/messenger/history/rendered-slice.ts";

const heights = Array.from({ length: 100 }, () => 50);
const reach = { abovePx: 200, belowPx: 300 };

describe("the rendered part of a long list", () => {
  it("is near the reader, with room as high as the rest", () => {
    expect(sliceAround(heights, 50, reach)).toEqual({
      start: 46,
      end: 57,
      abovePx: 46 * 50,
      belowPx: 43 * 50,
    });
  });

  it("ends where the list does", () => {
    expect(sliceAround(heights, 99, reach)).toMatchObject({ start: 95, end: 100, belowPx: 0 });
    expect(sliceAround(heights, 0, reach)).toMatchObject({ start: 0, end: 7, abovePx: 0 });
    expect(sliceAround([], -1, reach)).toEqual({ start: 0, end: 0, abovePx: 0, belowPx: 0 });
  });

  it("reaches far enough below an item that is higher than the view", () => {
    expect(sliceAround([50, 5000, 50, 50, 50, 50, 50, 50, 50], 1, reach).end).toBe(8);
  });
});

it("a scroll position gives the item that stands there", () => {
  expect([0, 49, 50, 4999, 9000].map((px) => indexAt(heights, px))).toEqual([0, 0, 1, 99, 99]);
});
