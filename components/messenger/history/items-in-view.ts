/** Determines which rendered items of a conversation are visible. */
import { seqOf, type TimelineItem } from "#lib/messenger/history/conversation-timeline.ts";
import type { Slice } from "#lib/messenger/history/rendered-slice.ts";

/** `list` holds an element for each item of the slice, in their order. */
export interface Rendered {
  items: readonly TimelineItem[];
  slice: Slice;
}

/** The seqs of the first and the last message whose end is visible. */
export interface Span {
  first: number;
  last: number;
}

/**
 * Returns the first and the last message whose end is in the box or at most `belowPx` below it; null if there are none.
 * A message taller than the box counts only once its end is there.
 */
export function spanInView(
  box: HTMLElement,
  list: HTMLElement | null,
  { items, slice, belowPx }: Rendered & { belowPx: number },
): Span | null {
  if (!list) return null;
  const view = box.getBoundingClientRect();
  const first = firstEndingBelow(list, slice, view.top);
  const shown = items.slice(first, firstEndingBelow(list, slice, view.bottom + belowPx));
  const seqs = shown.flatMap((item) => (item.kind === "bubble" ? (item.message?.seq ?? []) : []));
  const [firstSeq, lastSeq] = [seqs[0], seqs.at(-1)];
  return firstSeq === undefined || lastSeq === undefined
    ? null
    : { first: firstSeq, last: lastSeq };
}

/** Returns the index of the first item that ends below `px` of the window; the end of the slice if none does. */
function firstEndingBelow(list: HTMLElement, slice: Slice, px: number): number {
  let [low, high] = [slice.start, slice.end];
  while (low < high) {
    const middle = (low + high) >> 1;
    const rect = list.children[middle - slice.start]?.getBoundingClientRect();
    if (rect && rect.bottom > px) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the index of the first bubble that the top of the view does not cut: where a cut bubble changes its height,
 * the text that is read moves. If every visible bubble is cut, returns the first. Days do not count, because older
 * messages may be added below them.
 */
export function steadyInView(
  box: HTMLElement,
  list: HTMLElement,
  { items, slice }: Rendered,
): number {
  const view = box.getBoundingClientRect();
  const rectOf = (index: number) => list.children[index - slice.start]?.getBoundingClientRect();
  const found = Math.min(firstEndingBelow(list, slice, view.top), slice.end - 1);
  const first = Math.max(slice.start, found);
  for (let index = first; index < slice.end; index += 1) {
    const rect = rectOf(index);
    if (!rect || rect.top >= view.bottom) break;
    if (rect.top >= view.top && items[index]?.kind === "bubble") return index;
  }
  return items[first]?.kind === "day" ? first + 1 : first;
}

export function elementOf(
  list: HTMLElement | null,
  { items, slice }: Rendered,
  key: string,
): HTMLElement | null {
  const index = items.findIndex((item) => item.key === key);
  const child = index < slice.start ? undefined : list?.children[index - slice.start];
  return child instanceof HTMLElement ? child : null;
}

/** Whether there are items to render because less than `aheadPx` is rendered beyond an end of the view. */
export function isShortOfItems(
  box: HTMLElement,
  list: HTMLElement,
  { items, slice, aheadPx }: Rendered & { aheadPx: number },
): boolean {
  const view = box.getBoundingClientRect();
  const first = list.firstElementChild?.getBoundingClientRect();
  const last = list.lastElementChild?.getBoundingClientRect();
  const isShortAbove = slice.start > 0 && (first?.top ?? 0) > view.top - aheadPx;
  const isShortBelow = slice.end < items.length && (last?.bottom ?? 0) < view.bottom + aheadPx;
  return isShortAbove || isShortBelow;
}

/** The seq of the newest message; 0 without messages. */
export const newestSeq = (items: readonly TimelineItem[]) =>
  items.reduce((newest, item) => Math.max(newest, seqOf(item)), 0);

/** The key of the first message after `seq` that another member wrote; null if none is loaded. */
export function keyOfOthersAfter(items: readonly TimelineItem[], seq: number): string | null {
  const isThere = (item: TimelineItem) =>
    item.kind === "bubble" && item.author !== null && seqOf(item) > seq;
  return items.find(isThere)?.key ?? null;
}

export function isInView(box: Element, element: Element): boolean {
  const [view, rect] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  return rect.bottom > view.top && rect.top < view.bottom;
}

/** Returns the distance from the top of the scrolled content, in fractions of a pixel. */
export function topIn(box: Element, element: Element): number {
  return element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
}

/** Whether something covers the middle of the box. */
export function isCovered(box: Element): boolean {
  const { left, top, width, height } = box.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && !box.contains(hit);
}
