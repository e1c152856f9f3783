/** The rendered part of a long list: the items near the reader. The rest is empty room of its height. */
export interface Slice {
  /** Index of the first rendered item. */
  start: number;
  /** Index after the last one. */
  end: number;
  abovePx: number;
  belowPx: number;
}

export interface Reach {
  abovePx: number;
  /** The distance from below the anchor. */
  belowPx: number;
}

/** The items around the one with index `anchor`, as far as `reach` goes, or to the list's ends. */
export function sliceAround(heights: readonly number[], anchor: number, reach: Reach): Slice {
  let start = Math.max(0, Math.min(anchor, heights.length - 1));
  let end = Math.min(start + 1, heights.length);
  for (let px = 0; start > 0 && px < reach.abovePx; start -= 1) px += heights[start - 1] ?? 0;
  for (let px = 0; end < heights.length && px < reach.belowPx; end += 1) px += heights[end] ?? 0;
  return { start, end, abovePx: sum(heights, 0, start), belowPx: sum(heights, end) };
}

/** The index of the item that stands at a distance from the list's top. */
export function indexAt(heights: readonly number[], px: number): number {
  let top = 0;
  const index = heights.findIndex((height) => (top += height) > px);
  return index === -1 ? Math.max(0, heights.length - 1) : index;
}

const sum = (heights: readonly number[], start: number, end?: number) =>
  heights.slice(start, end).reduce((total, height) => total + height, 0);
