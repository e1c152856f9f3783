"use client";

import { useEffect } from "react";
import { askBeforeLeaving } from "#lib/browser/ask-before-leaving.ts";

/** While `unsaved`, the browser asks before it closes or leaves the page. */
export function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => askBeforeLeaving(event);
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);
}
