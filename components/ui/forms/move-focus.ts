import type { KeyboardEvent } from "react";

/**
 * Up and Down move the focus from the field through the results and back; Escape returns it to the field at once. Only
 * the links in lists are results, so that the link to all of them does not come before the first.
 */
export function moveFocus(event: KeyboardEvent, box: HTMLElement | null): void {
  const places = [...(box?.querySelectorAll<HTMLElement>("input, [role='region'] li a") ?? [])];
  const at = places.findIndex((place) => place === document.activeElement);
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Escape: -at };
  const step = steps[event.key];
  if (step === undefined || at < 0 || (event.key === "Escape" && at === 0)) return;
  event.preventDefault();
  event.stopPropagation();
  places[(at + step + places.length) % places.length]?.focus();
}
