import type { KeyboardEvent } from "react";

/**
 * Closes a dialog by an Escape that is pressed inside it, unless the Escape is pressed in a layer above it or used by
 * something inside it, such as a menu or a field that is cleared.
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
