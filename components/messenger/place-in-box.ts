/** Where elements stand in a box that scrolls. */

export function isInView(box: Element, element: Element): boolean {
  const [view, rect] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  return rect.bottom > view.top && rect.top < view.bottom;
}

/** Distance from the top of the scrolled content, in fractions of a pixel. */
export function topIn(box: Element, element: Element): number {
  return element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
}

/** Whether something lies over the middle of the box. */
export function isCovered(box: Element): boolean {
  const { left, top, width, height } = box.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && !box.contains(hit);
}
