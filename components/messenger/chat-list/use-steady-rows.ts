"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps most visible rows in place when others move: the browser's own anchoring would follow a row that goes to the
 * top. A member who has scrolled to the top stays there. `list` holds rows of one height and comes first in the
 * scrolled content.
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

/** Returns by how many rows most of the visible rows moved down; `first` is the index at which the first of them stood. */
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
