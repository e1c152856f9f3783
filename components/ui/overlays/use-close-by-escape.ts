"use client";

import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from "react";

/** What is open over the page or in place of a part of it, the topmost last. */
const layers: object[] = [];

/**
 * While `opened`, Escape closes the layer wherever the focus is, unless another layer lies above it or something inside
 * it uses the key. With Mantine's handling, the Escape that dismisses a confirmation would also close the dialog below it.
 */
export function useCloseByEscape(onClose: () => void, opened = true): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const layer = {};
    layers.push(layer);
    let isMeant = false;
    // Decided in the capture phase: a menu that uses the key is unmounted before the event bubbles.
    const onCapture = (event: KeyboardEvent) => {
      isMeant = layers.at(-1) === layer && isFreeEscape(event);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isMeant || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    document.addEventListener("keydown", onCapture, true);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onCapture, true);
      document.removeEventListener("keydown", onKeyDown);
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [opened]);
}

/** Closes a part of the page by an Escape that is pressed inside it, unless something inside it uses the key. */
export const closeByEscape =
  (onClose: () => void) =>
  (event: ReactKeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget, nativeEvent } = event;
    if (!(target instanceof Element) || !currentTarget.contains(target)) return; // in a layer above
    if (!isFreeEscape(nativeEvent)) return;
    event.preventDefault();
    onClose();
  };

/** Whether it is an Escape that no menu, no cleared field and no input method uses. */
function isFreeEscape({ key, target, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (key !== "Escape" || defaultPrevented || isComposing) return false;
  const isInMenu =
    target instanceof Element && target.getAttribute("data-mantine-stop-propagation") === "true";
  return !isInMenu;
}
