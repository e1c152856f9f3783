/** Whether a member has dismissed the hint on their own profile, stored in this browser. */
import { useSyncExternalStore } from "react";
import { createListeners } from "#lib/browser/store.ts";
import { readStoredText, storeText } from "#lib/browser/stored-text.ts";

const listeners = createListeners("storage");
const keyOf = (memberId: number) => `profile-hint:${memberId}`;

/** Where storage is switched off, the hint stays dismissed until the page is reloaded. */
const dismissedHere = new Set<number>();

export function dismissHint(memberId: number): void {
  dismissedHere.add(memberId);
  storeText("localStorage", keyOf(memberId), "dismissed");
  listeners.call();
}

export function useHintDismissed(memberId: number): boolean {
  return useSyncExternalStore(
    listeners.subscribe,
    () => isDismissed(memberId),
    () => true,
  );
}

const isDismissed = (memberId: number) =>
  dismissedHere.has(memberId) || readStoredText("localStorage", keyOf(memberId)) !== null;
