"use client";

/** How many things wait for the member: in the title, on the icon of the tab and on that of the installed app. */
import { useEffect, useSyncExternalStore } from "react";

let mark = 0;
const listeners = new Set<() => void>();

function setMark(count: number): void {
  mark = count;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePageMark(): number {
  return useSyncExternalStore(
    subscribe,
    () => mark,
    () => 0,
  );
}

/** Marks the page with what its surface counts; used once in it. */
export function useMarkPage(count: number): void {
  useEffect(() => {
    setMark(count);
    return () => setMark(0);
  }, [count]);
}
