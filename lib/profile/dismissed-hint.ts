/** Whether a member has put away the hint on their own profile, kept in this browser. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const keyOf = (memberId: number) => `profile-hint:${memberId}`;

/** Where storage is switched off, the hint is put away until the page is loaded again. */
const dismissedHere = new Set<number>();

export function dismissHint(memberId: number): void {
  dismissedHere.add(memberId);
  try {
    localStorage.setItem(keyOf(memberId), "dismissed");
  } catch {
    // storage is full or switched off
  }
  for (const listener of listeners) listener();
}

export function useHintDismissed(memberId: number): boolean {
  return useSyncExternalStore(
    subscribe,
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
