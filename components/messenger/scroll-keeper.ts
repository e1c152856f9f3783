/** Nearer to the end than this, the newest messages are followed (product.md §4). */
const followWithinPx = 50;

/** Where the reader is: at the end, or at a bubble, with its distance from the top of the content. */
type Place = "end" | { bubble: HTMLElement; top: number };

/**
 * Keeps what is read where it is while a conversation grows above and below, and follows its end
 * while that is in view. Elements marked `data-bubble` hold the place, `data-unread-line` is where
 * the conversation opens.
 */
export class ScrollKeeper {
  readonly #listeners = new Set<() => void>();
  #box: HTMLElement | null = null;
  #place: Place | null = null;
  #followed: string | null = null;

  /** The box that scrolls; its first child is the content. */
  readonly attach = (box: HTMLElement | null) => {
    if (!box) return;
    this.#box = box;
    const observer = new ResizeObserver(() => this.#keepPlace());
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  };

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isAtEnd = () => this.#place === null || this.#place === "end";

  /** To be called when the box has been scrolled. */
  readonly remember = () => {
    if (this.#box) this.#setPlace(placeOf(this.#box));
  };

  readonly jumpToEnd = () => {
    this.#setPlace("end");
    this.#keepPlace();
  };

  /**
   * To be called when the content has changed, before it is painted. A new value of `followed`
   * brings the end into view; null does not.
   */
  settle(followed: string | null) {
    if (!this.#box) return;
    if (this.#place === null) openAt(this.#box);
    else if (followed !== null && followed !== this.#followed) this.#place = "end";
    this.#followed = followed;
    this.#keepPlace();
    this.remember();
  }

  #keepPlace() {
    const [box, place] = [this.#box, this.#place];
    if (!box || !place) return;
    if (place === "end") {
      box.scrollTop = box.scrollHeight;
    } else if (place.bubble.isConnected) {
      const top = topIn(box, place.bubble);
      if (top !== place.top) box.scrollTop += top - place.top;
      place.top = top;
    }
  }

  #setPlace(place: Place) {
    const before = this.isAtEnd();
    this.#place = place;
    if (before !== this.isAtEnd()) for (const listener of this.#listeners) listener();
  }
}

function openAt(box: HTMLElement): void {
  const line = box.querySelector<HTMLElement>("[data-unread-line]");
  box.scrollTop = line ? topIn(box, line) - box.clientHeight / 4 : box.scrollHeight;
}

function placeOf(box: HTMLElement): Place {
  const toEnd = box.scrollHeight - box.scrollTop - box.clientHeight;
  return toEnd <= followWithinPx ? "end" : bubbleInView(box);
}

/** The first bubble that is not wholly above the view. */
function bubbleInView(box: HTMLElement): Place {
  const bubbles = box.querySelectorAll<HTMLElement>("[data-bubble]");
  let [low, high] = [0, bubbles.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const bubble = bubbles[middle];
    if (bubble && topIn(box, bubble) + bubble.offsetHeight > box.scrollTop) high = middle;
    else low = middle + 1;
  }
  const bubble = bubbles[low];
  return bubble ? { bubble, top: topIn(box, bubble) } : "end";
}

/** Distance from the top of the scrolled content, in fractions of a pixel. */
function topIn(box: HTMLElement, element: HTMLElement): number {
  return element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
}
