"use client";

/**
 * Toasts at the top right (S-CONSTANTS). Their component is loaded with the first toast or ahead of it. Until it is
 * loaded they are shown plainly, in the same number and for the same time, and each new toast tries to load it again.
 */
import type { NotificationData } from "@mantine/notifications";
import type { ComponentType, ReactNode } from "react";
import { notices } from "#components/layout/interface-constants.ts";
import type * as toaster from "#components/ui/toasts/toaster.tsx";
import { createStore } from "#lib/browser/store.ts";

interface Shown {
  Toaster: ComponentType | null;
  /** Toasts shown while the toaster is not loaded, oldest first. */
  plain: readonly Notice[];
}

type Notice = NotificationData & { id: string };

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

let shownSoFar = 0;

const nextId = () => `notice-${(shownSoFar += 1)}`;

async function show(notice: Notice): Promise<void> {
  const loaded = await fetchToaster().catch(() => null);
  if (loaded) loaded.notifications.show({ withBorder: true, ...notice });
  else if (toasts.get().plain.every(({ id }) => id !== notice.id)) {
    const plain = [...toasts.get().plain, notice];
    showPlainly(plain);
    if (plain.length <= notices.limit) closeInTime(notice);
  }
}

/** A toast beyond the limit starts its time when it gets a place. */
function closeInTime(notice: Notice): void {
  setTimeout(() => {
    const { plain } = toasts.get();
    if (!plain.includes(notice)) return;
    const others = plain.filter((other) => other !== notice);
    showPlainly(others);
    const entered = others[notices.limit - 1];
    if (entered) closeInTime(entered);
  }, notices.autoCloseMs);
}

type ImportToaster = () => Promise<typeof toaster>;

let importToaster: ImportToaster = () => import("#components/ui/toasts/toaster.tsx");

/** Has the toaster imported from elsewhere: see beside-mantine.ts. */
export function importToasterBy(other: ImportToaster): void {
  importToaster = other;
}

/** Loads the toaster and moves the plainly shown toasts into it; rejects when it cannot be loaded now. */
export async function fetchToaster() {
  const { Toaster, ...loaded } = await importToaster();
  const { Toaster: shown, plain } = toasts.get();
  if (!shown) toasts.set({ Toaster, plain: [] });
  for (const notice of plain) loaded.notifications.show({ withBorder: true, ...notice });
  return loaded;
}
