import { ItemHeights } from "#components/messenger/history/item-heights.ts";
import * as view from "#components/messenger/history/items-in-view.ts";
import { createListeners } from "#lib/browser/store.ts";
import { indexAt, type Slice, sliceAround } from "#lib/messenger/history/rendered-slice.ts";
import type { TimelineItem } from "#lib/messenger/history/conversation-timeline.ts";

/** Within this distance of the end the view follows the newest messages (D-MESSENGER 6). */
const followWithinPx = 50;
/** This much of what stands before the first unread message stays visible above it. */
const contextPx = 48;
/** Items are rendered this far beyond the view. */
const aheadPx = 1200;
/**
 * More items are rendered once less than this is left. That happens often and for few items, because then fewer frames
 * are dropped.
 */
const aheadPxMin = 700;
/** The height assumed until the box is measured. */
const usualBoxPx = 900;

const nothing: Slice = { start: 0, end: 0, abovePx: 0, belowPx: 0 };

/** The place of the reader: the end, or an item with its distance from the top of the content. */
type Place = "end" | { key: string; top: number };

/** The item around which items are rendered; null for the end. A new object every time, so that React renders again. */
interface SliceCentre {
  key: string | null;
}

/** The rendered content of the box. */
interface RenderedContent extends view.Rendered {
  /** Whether nothing newer is left to load. */
  reachesEnd: boolean;
}

/**
 * Anchors the text that is read while the conversation grows, shrinks and is measured above and below it; follows the
 * end while that is in view; and chooses which items are rendered.
 */
export class ScrollAnchor {
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;
  readonly #heights = new ItemHeights();
  #box: HTMLElement | null = null;
  #list: HTMLElement | null = null;
  #boxWidth = 0;
  #boxHeight = 0;
  #scrollTop = 0;
  #rendered: RenderedContent = { items: [], slice: nothing, reachesEnd: true };
  #place: Place | null = "end";
  #centre: SliceCentre = { key: null };
  #span: view.Span | null = null;
  /** Up to which seq the chat was read, or the view has come to its end. */
  #passedSeq = 0;
  /** Whether it is known what was read. Until then the view follows the end without a limit. */
  #isReadKnown = false;
  #hadFocus = false;
  /** Whether the item to show is still being rendered. */
  #isGoing = false;
  /** Whether the reader has moved the view since an item was shown; moves within the end do not count. */
  #hasMoved = false;

  /** The box that scrolls; its first child is the content. */
  readonly attach = (box: HTMLElement | null) => {
    if (!box) return;
    this.#box = box;
    this.#list = box.querySelector("ol");
    this.#boxWidth = box.clientWidth;
    this.#heights.forget(box.clientWidth);
    const observer = new ResizeObserver(() => {
      if (box.clientWidth !== this.#boxWidth) this.#heights.forget(box.clientWidth);
      this.#boxWidth = box.clientWidth;
      this.#restorePlace();
      this.remember();
    });
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  };

  readonly isAtEnd = () => this.#place === "end";
  /** Whether the reader has gone to the end, where the view may also stand because an item was shown that is near it. */
  readonly isMovedToEnd = () => this.#place === "end" && this.#hasMoved;
  readonly sliceCentre = () => this.#centre;
  /** The messages on the screen; null on the way to an item, when they are about to leave it. */
  readonly inView = () => (this.#isGoing ? null : this.#span);

  /**
   * Must be called when the chat has been read up to a message. From the first call on, the view at the end follows only
   * as far as the first unread message stays visible: nothing counts as read that was not on the screen.
   */
  readonly readTo = (seq: number) => {
    this.#isReadKnown = true;
    this.#passedSeq = Math.max(this.#passedSeq, seq);
    if (this.#place !== "end") return;
    this.#restorePlace();
    this.remember();
  };

  /** Whether something lies over the box: a dialog, a sheet, the viewer. */
  readonly isCovered = () => this.#box !== null && view.isCovered(this.#box);

  /** The slice of the items to render. */
  sliceOf(items: readonly TimelineItem[], { key }: SliceCentre): Slice {
    const heights = items.map((item) => this.#heights.of(item));
    // Items are rendered around the place of the reader, which may be far from the last centre.
    const place = this.#place === "end" ? this.#unreadKey(items) : (this.#place?.key ?? key);
    const index = place === null ? -1 : items.findIndex((item) => item.key === place);
    const boxPx = this.#box?.clientHeight ?? usualBoxPx;
    if (index === -1)
      return sliceAround(heights, items.length - 1, { abovePx: boxPx + aheadPx, belowPx: 0 });
    const reach = { abovePx: this.#belowTopPx(boxPx) + aheadPx, belowPx: boxPx + aheadPx };
    return sliceAround(heights, index, reach);
  }

  /** Must be called when the content has changed, before it is painted. */
  contentRendered(rendered: RenderedContent) {
    this.#rendered = rendered;
    this.#restorePlace();
    this.remember();
    if (this.#hadFocus && document.activeElement === document.body)
      this.#box?.focus({ preventScroll: true });
    this.#hadFocus = false;
  }

  /** Must be called when the box has been scrolled: by the reader or, where its height has changed, by the browser. */
  readonly follow = () => {
    if (this.#box?.clientHeight !== this.#boxHeight) this.#restorePlace();
    else if (this.#box.scrollTop !== this.#scrollTop) this.#hasMoved ||= this.#place !== "end";
    this.remember();
  };

  /** Must be called when the view has come to rest: remembers the place to anchor. */
  readonly remember = () => {
    if (!this.#box?.clientHeight) return;
    this.#boxHeight = this.#box.clientHeight;
    this.#scrollTop = this.#box.scrollTop;
    const wasAtEnd = this.isAtEnd();
    this.#place = this.#placeInView(this.#box);
    if (this.#place === "end" && !wasAtEnd) this.#passAll();
    // A message that ends this little below the view counts as visible, because the end then counts as reached.
    const belowPx = this.#place === "end" ? followWithinPx : 1;
    this.#span = view.spanInView(this.#box, this.#list, { ...this.#rendered, belowPx });
    this.#renderAhead(this.#box);
    this.#listeners.call();
  };

  readonly toEnd = () => {
    this.#hasMoved ||= this.#place !== "end";
    this.#isGoing = false;
    this.#place = "end";
    this.#passAll();
    if (this.#rendered.slice.end < this.#rendered.items.length) this.#setCentre(null);
    this.#restorePlace();
    this.remember();
  };

  /**
   * Scrolls so that the item stands `part` (0 to 1) of the height of the box below its top. Returns false while the
   * item is not rendered: rendering has begun, and `contentRendered` follows.
   */
  show(key: string, part: number): boolean {
    const element = view.elementOf(this.#list, this.#rendered, key);
    this.#hasMoved = false;
    this.#isGoing = !element || !this.#box;
    if (!element || !this.#box) {
      this.#place = null;
      this.#setCentre(key);
      return false;
    }
    const free = Math.max(0, this.#box.clientHeight - element.offsetHeight);
    const top = view.topIn(this.#box, element);
    this.#box.scrollTop = top - Math.min(this.#box.clientHeight * part, free);
    this.#place = { key, top };
    this.remember();
    return true;
  }

  #restorePlace() {
    const [box, place] = [this.#box, this.#place];
    if (!box || !place) return;
    if (place === "end") {
      const key = this.#unreadKey(this.#rendered.items);
      const unread = key === null ? null : view.elementOf(this.#list, this.#rendered, key);
      const stopPx = unread
        ? Math.max(box.scrollTop, view.topIn(box, unread) - contextPx)
        : Infinity;
      box.scrollTop = Math.min(box.scrollHeight, stopPx);
      return;
    }
    const element = view.elementOf(this.#list, this.#rendered, place.key);
    if (!element) return;
    const top = view.topIn(box, element);
    // When the content becomes shorter, the browser lowers scrollTop by itself; then the last remembered position is
    // used instead.
    const isCutShort = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
    const stood = isCutShort ? Math.max(box.scrollTop, this.#scrollTop) : box.scrollTop;
    if (top !== place.top || stood !== box.scrollTop) box.scrollTop = stood + top - place.top;
    place.top = top;
  }

  /** The key of the first message of others that is neither read nor passed; null if there is none. */
  #unreadKey(items: readonly TimelineItem[]): string | null {
    return this.#isReadKnown ? view.keyOfOthersAfter(items, this.#passedSeq) : null;
  }

  #passAll() {
    this.#passedSeq = Math.max(this.#passedSeq, view.newestSeq(this.#rendered.items));
  }

  #placeInView(box: HTMLElement): Place | null {
    const toEnd = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (toEnd <= followWithinPx && this.#rendered.reachesEnd) return "end";
    const { items, slice } = this.#rendered;
    const index = this.#list ? view.steadyInView(box, this.#list, this.#rendered) : slice.start;
    const [item, element] = [items[index], this.#list?.children[index - slice.start]];
    return item && element && view.isInView(box, element)
      ? { key: item.key, top: view.topIn(box, element) }
      : null;
  }

  /** Renders further items well before the reader reaches the end of the rendered ones. */
  #renderAhead(box: HTMLElement) {
    const list = this.#list;
    const { items, slice } = this.#rendered;
    if (!list || slice.end === slice.start) return;
    if (!view.isShortOfItems(box, list, { ...this.#rendered, aheadPx: aheadPxMin })) return;
    this.#heights.measure(list, items.slice(slice.start, slice.end));
    const key = this.#keyInView(items, box.scrollTop - view.topIn(box, list));
    const next = this.sliceOf(items, { key });
    // Rendering the same items again would call this again without end.
    if (next.start !== slice.start || next.end !== slice.end) this.#setCentre(key);
  }

  /** The key of the item that is read, when the view begins `px` below the top of the list; null at the end. */
  #keyInView(items: readonly TimelineItem[], px: number): string | null {
    if (this.#place === "end") return null;
    if (this.#place) return this.#place.key;
    const heights = items.map((item) => this.#heights.of(item));
    return items[indexAt(heights, px)]?.key ?? null;
  }

  /**
   * Returns the pixels from the top of the view to the place, but no more than the height of the view, which a single
   * tall bubble may exceed.
   */
  #belowTopPx(boxPx: number): number {
    if (this.#place === "end" || !this.#place) return 0;
    return Math.min(Math.max(0, this.#place.top - this.#scrollTop), boxPx);
  }

  #setCentre(key: string | null) {
    this.#hadFocus = this.#list?.contains(document.activeElement) ?? false;
    this.#centre = { key };
    this.#listeners.call();
  }
}
