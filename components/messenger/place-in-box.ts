/** Where elements stand in a box that scrolls. */

export function isInView(box: Element, element: Element): boolean {
  const [view, rect] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  return rect.bottom > view.top && rect.top < view.bottom;
}

/** Distance from the top of the scrolled content, in fractions of a pixel. */
export function topIn(box: Element, element: Element): number {
  return element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
}
