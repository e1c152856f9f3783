/**
 * A ref of a control that its own press unmounts: if it has the focus then, the nearest element around it that stays takes
 * the focus, which would otherwise fall to the page.
 */
export function leaveFocusAround(control: HTMLElement | null) {
  return () => {
    if (!control || document.activeElement !== control) return;
    const around: HTMLElement[] = [];
    for (let at = control.parentElement; at && at !== document.body; at = at.parentElement)
      around.push(at);
    // Which of them stay is known once all is unmounted.
    queueMicrotask(() => {
      for (const place of around) {
        if (document.activeElement !== document.body) return;
        if (!place.isConnected) continue;
        if (!place.hasAttribute("tabindex")) {
          place.tabIndex = -1;
          place.style.outline = "none";
        }
        place.focus({ preventScroll: true });
      }
    });
  };
}
