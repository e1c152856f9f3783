"use client";

/**
 * The number of items that wait for the member: in the title, on the icon of the tab and on that of the installed app.
 */
import { useEffect } from "react";
import { createStore, useStore } from "#lib/browser/store.ts";

const mark = createStore(0);

export const usePageMark = (): number => useStore(mark);

/** Marks the page with the count of its surface; used once in it. */
export function useMarkPage(count: number): void {
  useEffect(() => {
    mark.set(count);
    return () => mark.set(0);
  }, [count]);
}
