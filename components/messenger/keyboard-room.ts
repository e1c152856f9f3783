import { type RefObject, useEffect } from "react";

/** Less is a bar of the browser and no keyboard. Px. */
const keyboardMin = 120;

/**
 * Keeps the height of the phone's keyboard free at the bottom of `pane`. Where the page shrinks by itself
 * (`interactive-widget`) there is nothing to keep; Safari lays its keyboard over the page and moves the page up.
 */
export function useKeyboardRoom(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const follow = () => {
      // A page that is zoomed into shows less of itself too.
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height;
      const room = covered >= keyboardMin ? covered : 0;
      pane.current?.style.setProperty("--keyboard-room", `${room}px`);
      if (room > 0) window.scrollTo(0, 0);
    };
    viewport.addEventListener("resize", follow);
    return () => viewport.removeEventListener("resize", follow);
  }, [pane]);
}
