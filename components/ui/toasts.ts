"use client";

/**
 * Short notices at the top right (specification §2). The component behind them is fetched with the first one, or ahead
 * of it; what it does not come for is shown plainly, and the next notice tries again.
 */
import type { NotificationData } from "@mantine/notifications";
import type { ComponentType, ReactNode } from "react";

interface Shown {
  Toaster: ComponentType | null;
  /** A notice for which the toaster has not come. */
  plain: Pick<NotificationData, "title" | "message"> | null;
}

const plainMs = 6000;
let shown: Shown = { Toaster: null, plain: null };
const listeners = new Set<() => void>();

function setShown(changed: Partial<Shown>): void {
  shown = { ...shown, ...changed };
  for (const listener of listeners) listener();
}

export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  shown: () => shown,
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
  const loaded = await fetchToaster().catch(() => null);
  if (!loaded) {
    setShown({ plain: data });
    setTimeout(() => shown.plain === data && setShown({ plain: null }), plainMs);
    return;
  }
  // The same once more, while it is still there, says nothing new.
  const id = `${data.color}-${data.message as string}`.replace(/\s+/gu, "-");
  loaded.notifications.show({ id, withBorder: true, ...data });
}

/** Rejects when it cannot be had now. */
export async function fetchToaster() {
  const [{ Toaster }, loaded] = await Promise.all([
    import("#components/ui/toaster.tsx"),
    import("@mantine/notifications"),
  ]);
  if (!shown.Toaster) setShown({ Toaster, plain: null });
  return loaded;
}
