"use client";

/**
 * Toasts at the top right (S-CONSTANTS). Their component is loaded with the first toast or ahead of it. Until it is
 * loaded they are shown plainly, in the same number and for the same time, and each new toast tries to load it again.
 */
import type { NotificationData } from "@mantine/notifications";
import type { ComponentType, ReactNode } from "react";
import { toastLimits } from "#components/layout/interface-constants.ts";
import type * as toaster from "#components/ui/toasts/toaster.tsx";
import { createStore } from "#lib/browser/store.ts";

interface Shown {
  Toaster: ComponentType | null;
  /** Toasts shown while the toaster is not loaded, oldest first. */
  plain: readonly Toast[];
}

type Toast = NotificationData & { id: string };

export const toasts = createStore<Shown>({ Toaster: null, plain: [] });

const showPlainly = (plain: Shown["plain"]) => toasts.set({ ...toasts.get(), plain });

/**
 * Every success has a toast of its own, even with the same text. Only one toast of an `id` is shown at a time; a
 * message that is not plain text needs an `id`.
 */
export function showSuccess(title: string, message: string): void;
export function showSuccess(title: string, message: ReactNode, id: string): void;
export function showSuccess(title: string, message: ReactNode, id = nextId()): void {
  void show({ id, title, message, color: "green" });
}

/** A failure that repeats while its toast is still shown adds none, unless `each` asks for one toast each. */
export function showFailure(title: string, message: string, { each = false } = {}): void {
  const id = each ? nextId() : `failure-${message}`.replace(/\s+/gu, "-");
  void show({ id, title, message, color: "red" });
}

/** Stays until it is closed, while the toaster is there to close it; only one of an `id` is shown at a time. */
export function showLasting(title: string, message: ReactNode, id: string): void {
  void show({ id, title, message, autoClose: false });
}

let shownSoFar = 0;

const nextId = () => `toast-${(shownSoFar += 1)}`;

async function show(toast: Toast): Promise<void> {
  const loaded = await fetchToaster().catch(() => null);
  if (loaded) loaded.notifications.show({ withBorder: true, ...toast });
  else if (toasts.get().plain.every(({ id }) => id !== toast.id)) {
    const plain = [...toasts.get().plain, toast];
    showPlainly(plain);
    if (plain.length <= toastLimits.limit) closeInTime(toast);
  }
}

/** Closes a toast after its time, which begins only when the toast has a place among those that are shown. */
function closeInTime(toast: Toast): void {
  setTimeout(() => {
    const { plain } = toasts.get();
    if (!plain.includes(toast)) return;
    const others = plain.filter((other) => other !== toast);
    showPlainly(others);
    const entered = others[toastLimits.limit - 1];
    if (entered) closeInTime(entered);
  }, toastLimits.autoCloseMs);
}

type ImportToaster = () => Promise<typeof toaster>;

let importToaster: ImportToaster = () => import("#components/ui/toasts/toaster.tsx");

/** Makes the toaster be imported by another module: see beside-mantine.ts. */
export function importToasterBy(other: ImportToaster): void {
  importToaster = other;
}

/** Loads the toaster and moves the plainly shown toasts into it; rejects when it cannot be loaded now. */
export async function fetchToaster() {
  const { Toaster, ...loaded } = await importToaster();
  const { Toaster: shown, plain } = toasts.get();
  if (!shown) toasts.set({ Toaster, plain: [] });
  for (const toast of plain) loaded.notifications.show({ withBorder: true, ...toast });
  return loaded;
}
