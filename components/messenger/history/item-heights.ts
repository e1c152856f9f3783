import type { TimelineItem } from "#lib/messenger/history/conversation-timeline.ts";

/** The heights that are assumed for items before their first render. An error in them shows only in the scroll bar. */
const dayPx = 44;
const linePx = 22;
const characterPx = 8;
/** The part of the width that a bubble takes (message-bubble.module.css), less the space around the text. */
const bubblePart = 0.84;
const bubblePxMax = 600;
const aroundPx = 58;
const bubblePx = 24;
const attachmentPx = 220;

/** The heights of a conversation's items by their keys: measured once rendered, guessed until then. */
export class ItemHeights {
  readonly #measured = new Map<string, number>();
  #charactersPerLine = 48;

  of(item: TimelineItem): number {
    return this.#measured.get(item.key) ?? guess(item, this.#charactersPerLine);
  }

  /** Must be called when the width of the box has changed. */
  forget(widthPx: number) {
    this.#measured.clear();
    const widestPx = Math.min(widthPx * bubblePart, bubblePxMax) - aroundPx;
    this.#charactersPerLine = Math.max(8, Math.floor(widestPx / characterPx));
  }

  /** `list` holds an element for each of `items`, in their order. */
  measure(list: HTMLElement, items: readonly TimelineItem[]) {
    if (list.children.length !== items.length) return;
    const rects = Array.from(list.children, (child) => child.getBoundingClientRect());
    items.forEach(({ key }, index) => {
      const [rect, next] = [rects[index], rects[index + 1]];
      if (rect) this.#measured.set(key, (next?.top ?? rect.bottom) - rect.top);
    });
  }
}

function guess(item: TimelineItem, charactersPerLine: number): number {
  if (item.kind !== "bubble") return dayPx;
  const { message, outgoing } = item;
  const { text, attachments } = message ?? outgoing ?? { text: "", attachments: [] };
  const lines = Math.max(1, Math.ceil(text.length / charactersPerLine));
  return bubblePx + lines * linePx + (attachments.length > 0 ? attachmentPx : 0);
}
