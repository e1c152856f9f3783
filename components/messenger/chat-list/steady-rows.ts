"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Whichever rows take another place, most of those on the screen stay where they are looked at: the browser would follow
 * one that goes to the top. Who stands at the top stays there. `list` holds rows of one height, first in what scrolls.
 */
export function useSteadyRows(list: RefObject<HTMLElement | null>, ids: readonly number[]): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const scroller = list.current?.parentElement;
    if (list.current && scroller && scroller.scrollTop > 0) {
      const rowHeight = list.current.offsetHeight / ids.length;
      const first = Math.floor(scroller.scrollTop / rowHeight);
      const end = Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight);
      const shift = shiftOfMost(before.current.slice(first, end), { first, ids });
      if (shift !== 0) scroller.scrollBy({ top: shift * rowHeight, behavior: "instant" });
    }
    before.current = ids;
  }, [list, ids]);
}

/** By how many rows most of those that were in view, the first of them at index `first`, are lower now. */
export function shiftOfMost(
  inView: readonly number[],
  { first, ids }: { first: number; ids: readonly number[] },
): number {
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const shifts = inView.flatMap((id, place) => {
    const index = indexOf.get(id);
    return index === undefined ? [] : index - (first + place);
  });
  return shifts.toSorted((a, b) => a - b)[shifts.length >> 1] ?? 0;
}
