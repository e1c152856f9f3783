"use client";

import { useSyncExternalStore } from "react";
import { createListeners } from "#lib/browser/store.ts";

// The timer is late where the device has slept. Whoever looks again after that makes the tab visible, or, where it stayed
// visible through the sleep, returns to its window.
const { call, subscribe } = createListeners("visibilitychange", "focus");

let midnight = startOfDay(0);
let watchers = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The midnight with which the current day began here. Renders anew when the next day begins. */
export const useToday = (): Date => useSyncExternalStore(watch, today, today);

/** The same object for the whole day. */
function today(): Date {
  const now = startOfDay(0);
  if (now.getTime() !== midnight.getTime()) midnight = now;
  return midnight;
}

/** One timer for all that show days. */
function watch(listener: () => void): () => void {
  const stop = subscribe(listener);
  watchers += 1;
  if (watchers === 1) waitForMidnight();
  return () => {
    stop();
    watchers -= 1;
    if (watchers === 0) clearTimeout(timer);
  };
}

function waitForMidnight(): void {
  timer = setTimeout(
    () => {
      waitForMidnight();
      call();
    },
    startOfDay(1).getTime() - Date.now(),
  );
}

function startOfDay(daysAhead: number): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysAhead);
}
