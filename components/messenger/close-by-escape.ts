import type { KeyboardEvent } from "react";

/**
 * For a dialog: closes it by the Escape that is pressed in it. One pressed in what lies over it, or used by what stands
 * in it (a menu, a field that is cleared), is not meant for it.
 */
export const closeByEscape =
  (onClose: () => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget, nativeEvent } = event;
    if (key !== "Escape" || event.defaultPrevented || nativeEvent.isComposing) return;
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.getAttribute("data-mantine-stop-propagation") === "true") return;
    event.preventDefault();
    onClose();
  };
