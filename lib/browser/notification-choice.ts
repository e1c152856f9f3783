/** What a member has chosen for this browser, on all surfaces alike; another member in it chooses anew. */
import { useSyncExternalStore } from "react";
import { readNotifications, writeNotifications } from "#lib/browser/cookies.ts";

/** `tabs`: while a page is open, where the browser has no push service; `later`: not asked again. */
const choices = ["push", "tabs", "off", "later"] as const;
export type NotificationChoice = (typeof choices)[number];

const listeners = new Set<() => void>();

/** Null: nothing was chosen yet. */
export function readNotificationChoice(memberId: number): NotificationChoice | null {
  const [choice, owner] = (readNotifications() ?? "").split(".");
  return choices.find((known) => known === choice && owner === String(memberId)) ?? null;
}

export function writeNotificationChoice(memberId: number, choice: NotificationChoice): void {
  writeNotifications(`${choice}.${memberId}`);
  for (const listener of listeners) listener();
}

/** Undefined while hydrating. */
export function useNotificationChoice(memberId: number): NotificationChoice | null | undefined {
  return useSyncExternalStore<NotificationChoice | null | undefined>(
    subscribe,
    () => readNotificationChoice(memberId),
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another surface may have changed it meanwhile.
  window.addEventListener("focus", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("focus", listener);
  };
}
