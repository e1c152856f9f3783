"use client";

import { type Dispatch, type SetStateAction, useEffect } from "react";

const announcedForMs = 3000;

/**
 * Removes the text of an announcement after a while, so that a screen reader does not find it twice on the page. Each
 * announcement has another `key`.
 */
export function useClearingText<Announced extends { text: string }>(
  setAnnounced: Dispatch<SetStateAction<Announced>>,
  key: unknown,
): void {
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced((last) => ({ ...last, text: "" })), announcedForMs);
    return () => clearTimeout(timer);
  }, [setAnnounced, key]);
}
