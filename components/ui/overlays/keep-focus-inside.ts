import type { KeyboardEvent } from "react";

/** For the keys of a dialog that is not Mantine's: Tab leads from its last control to the first, and back with Shift. */
export function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Tab") return;
  const controls = [
    ...event.currentTarget.querySelectorAll<HTMLElement>("input, a, button:not(:disabled)"),
  ];
  const [from, to] = event.shiftKey
    ? [controls.at(0), controls.at(-1)]
    : [controls.at(-1), controls.at(0)];
  const { activeElement } = document;
  const isInNone = !controls.some((control) => control === activeElement);
  if (activeElement !== from && !isInNone) return;
  event.preventDefault();
  to?.focus();
}
