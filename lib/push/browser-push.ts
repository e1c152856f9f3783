/** What this browser allows a page to do about notifications. Browser only. */
import { api } from "#lib/api/api-client.ts";
import { pushPath } from "#lib/push/queries.ts";
import { pushChanged, pushStateAnswer, pushSubscriptionInput } from "#lib/push/schema.ts";
import { readyServiceWorker, registerServiceWorker } from "#lib/browser/service-worker.ts";

/** `install`: an iPhone or iPad allows notifications only to apps on the home screen. */
export type Permission = "unsupported" | "install" | NotificationPermission;

export function readPermission(): Permission {
  if ("Notification" in window && "serviceWorker" in navigator) return Notification.permission;
  return /iPhone|iPad/.test(navigator.userAgent) ? "install" : "unsupported";
}

/** Must be called while a press is handled, because only then the browser asks the member. */
export async function askPermission(): Promise<Permission> {
  if (readPermission() === "default") await Notification.requestPermission();
  return readPermission();
}

/**
 * Subscribes this browser to notices of messages while it shows no page. False where it has no push service, or cannot
 * reach it. @throws {ApiFailure} when the server refuses the subscription.
 */
export async function subscribe(locale: string): Promise<boolean> {
  await registerServiceWorker();
  const registration = await readyServiceWorker();
  if (!registration || !("pushManager" in registration)) return false;
  const { data } = await api.get(pushPath(locale), pushStateAnswer);
  const subscription = await subscribeBrowser(registration.pushManager, data.public_key);
  if (!subscription) return false;
  const input = pushSubscriptionInput.parse(subscription.toJSON());
  if (input.endpoint !== data.endpoint) await api.post(pushPath(locale), pushChanged, input);
  return true;
}

async function subscribeBrowser(manager: PushManager, publicKey: string) {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch {
    try {
      // A subscription made with a former key of the deployment must be removed first.
      if (!(await (await manager.getSubscription())?.unsubscribe())) return null;
      return await manager.subscribe(options);
    } catch {
      return null;
    }
  }
}

/** Removes the browser's own subscription, if it has a push service; that of the session is ended by DELETE. */
export async function unsubscribe(): Promise<void> {
  const registration = await readyServiceWorker();
  if (!registration || !("pushManager" in registration)) return;
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}
