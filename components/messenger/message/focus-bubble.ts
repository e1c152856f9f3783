/** Gives the focus to the bubble around an element that is about to be unmounted, such as a pressed button. */
export function focusBubble(inside: Element | null): void {
  inside?.closest<HTMLElement>("[data-bubble]")?.focus({ preventScroll: true });
}
