/** Whether a member has dismissed the hint on their own profile, stored in this browser. */
import { useSyncExternalStore } from "react";
import { createListeners } from "#lib/browser/store.ts";

const listeners = createListeners("storage");
const keyOf = (memberId: number) => `profile-hint:${memberId}`;

/** Where storage is switched off, the hint stays dismissed until the page is reloaded. */
const dismissedHere = new Set<number>();

export function dismissHint(memberId: number): void {
  dismissedHere.add(memberId);
  try {
    localStorage.setItem(keyOf(memberId), "dismissed");
  } catch {
    // storage is full or switched off
  }
  listeners.call();
}

export function useHintDismissed(memberId: number): boolean {
  return useSyncExternalStore(
    listeners.subscribe,
    () => isDismissed(memberId),
    () => true,
  );
}

function isDismissed(memberId: number): boolean {
  if (dismissedHere.has(memberId)) return true;
  try {
    return localStorage.getItem(keyOf(memberId)) !== null;
  } catch {
    return false; // storage is switched off
  }
}
