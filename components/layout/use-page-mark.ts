"use client";

/**
 * What a surface says of itself outside its page: the number of items that wait for the member, in the title, on the icon
 * of the tab and on that of the installed app; and what is open in it, in the title.
 */
import { useEffect } from "react";
import { createStore, useStore } from "#lib/browser/store.ts";

export const pageMark = createStore(0);

export const usePageMark = (): number => useStore(pageMark);

/** What is open in the surface, such as a chat, for the title of the tab; undefined when nothing is. */
const tabName = createStore<string | undefined>(undefined);

export const useTabName = (): string | undefined => useStore(tabName);

/** Names the tab and its entries in the browser's history after what is open, once that is known, until it is left. */
export function useNameTab(name: string | undefined): void {
  useEffect(() => {
    tabName.set(name);
    return () => tabName.set(undefined);
  }, [name]);
}
