import type { KeyboardEvent } from "react";

/** The arrows go from the field through what was found below it, and back. */
export function goThroughFound(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, nativeEvent } = event;
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  const places = [...currentTarget.querySelectorAll<HTMLElement>("input, ul button")];
  const at = places.findIndex((place) => place === target);
  if (!step || at < 0 || nativeEvent.isComposing) return;
  event.preventDefault();
  places[at + step]?.focus();
}
