/** Which items of a conversation are seen of those that are rendered. */
import type { Slice } from "#lib/messenger/rendered-slice.ts";
import type { TimelineItem } from "#lib/messenger/timeline.ts";

/** `list` holds an element for each item of the slice, in their order. */
export interface Rendered {
  items: readonly TimelineItem[];
  slice: Slice;
}

/** Seq of the newest message on the screen: to its end, or, where it is taller, to the middle of the box. 0: none. */
export function newestInView(
  box: HTMLElement,
  list: HTMLElement,
  { items, slice }: Rendered,
): number {
  const { top, bottom } = box.getBoundingClientRect();
  for (let index = slice.end - 1; index >= slice.start; index -= 1) {
    const rect = list.children[index - slice.start]?.getBoundingClientRect();
    if (!rect || rect.bottom <= top) return 0;
    const item = items[index];
    const isSeen = rect.bottom <= bottom + 1 || rect.top < (top + bottom) / 2;
    if (isSeen && item?.kind === "bubble" && item.message) return item.message.seq;
  }
  return 0;
}

/**
 * Index of the first bubble in view that is not cut by its top, where a change of its height would move what is read;
 * of the one that is cut where there is none. A day is no bubble: older messages of it come below it.
 */
export function steadyInView(
  box: HTMLElement,
  list: HTMLElement,
  { items, slice }: Rendered,
): number {
  const view = box.getBoundingClientRect();
  const rectOf = (index: number) => list.children[index - slice.start]?.getBoundingClientRect();
  let [low, high] = [slice.start, slice.end - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const rect = rectOf(middle);
    if (rect && rect.bottom > view.top) high = middle;
    else low = middle + 1;
  }
  for (let index = low; index < slice.end; index += 1) {
    const rect = rectOf(index);
    if (!rect || rect.top >= view.bottom) break;
    if (rect.top >= view.top && items[index]?.kind === "bubble") return index;
  }
  return items[low]?.kind === "day" ? low + 1 : low;
}
