/** The notification choice of a member for this browser on all surfaces; another member chooses anew. */
import { useSyncExternalStore } from "react";
import { readNotifications, writeNotifications } from "#lib/browser/cookies.ts";
import { createListeners } from "#lib/browser/store.ts";

/** `tabs`: only while a page is open, because the browser has no push service; `later`: the question was dismissed. */
const choices = ["push", "tabs", "off", "later"] as const;
type NotificationChoice = (typeof choices)[number];

/** Fires on focus, because another surface may have changed the choice meanwhile. */
const listeners = createListeners("focus");

/** Null before any choice. */
export function readNotificationChoice(memberId: number): NotificationChoice | null {
  const [choice, owner] = (readNotifications() ?? "").split(".");
  return choices.find((known) => known === choice && owner === String(memberId)) ?? null;
}

export function writeNotificationChoice(memberId: number, choice: NotificationChoice): void {
  writeNotifications(`${choice}.${memberId}`);
  listeners.call();
}

/** Undefined while hydrating. */
export function useNotificationChoice(memberId: number): NotificationChoice | null | undefined {
  return useSyncExternalStore<NotificationChoice | null | undefined>(
    listeners.subscribe,
    () => readNotificationChoice(memberId),
    () => undefined,
  );
}
