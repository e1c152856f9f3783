"use client";

/** Short notices at the top right (specification §2). The component behind them is fetched with the first one. */
import type { NotificationData } from "@mantine/notifications";
import type { ReactNode } from "react";

let wanted = false;
const listeners = new Set<() => void>();

export const toasterDemand = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  isWanted: () => wanted,
};

/** A message that is not plain text needs an `id`: of one id only one stands there. */
export function showSuccess(title: string, message: string): void;
export function showSuccess(title: string, message: ReactNode, id: string): void;
export function showSuccess(title: string, message: ReactNode, id?: string): void {
  void show({ title, message, color: "green", ...(id && { id }) });
}

export function showFailure(title: string, message: string): void {
  void show({ title, message, color: "red" });
}

async function show(data: NotificationData): Promise<void> {
  if (!wanted) {
    wanted = true;
    for (const listener of listeners) listener();
  }
  const loaded = await fetchToasts().catch(() => null);
  // The same once more, while it is still there, says nothing new.
  const id = `${data.color}-${data.message as string}`.replace(/\s+/gu, "-");
  loaded?.notifications.show({ id, withBorder: true, ...data });
}

export function fetchToasts() {
  return import("@mantine/notifications");
}
