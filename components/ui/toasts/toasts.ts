"use client";

/**
 * Short notices at the top right (specification §2). The component behind them is fetched with the first one, or ahead
 * of it. Until it has come they are shown plainly, as many and as long, and the next notice tries again.
 */
import type { NotificationData } from "@mantine/notifications";
import type { ComponentType, ReactNode } from "react";
import { notices } from "#components/layout/interface-constants.ts";

interface Shown {
  Toaster: ComponentType | null;
  /** Notices for which the toaster has not come, oldest first. */
  plain: readonly Notice[];
}

type Notice = NotificationData & { id: string };

let shown: Shown = { Toaster: null, plain: [] };
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

/**
 * Every success has a notice of its own, however alike two of them are. Of one `id` only one stands there; a message
 * that is not plain text needs one.
 */
export function showSuccess(title: string, message: string): void;
export function showSuccess(title: string, message: ReactNode, id: string): void;
export function showSuccess(title: string, message: ReactNode, id = nextId()): void {
  void show({ id, title, message, color: "green" });
}

/** A failure that repeats while its notice still stands says nothing new, unless `each` asks for a notice of its own. */
export function showFailure(title: string, message: string, { each = false } = {}): void {
  const id = each ? nextId() : `failure-${message}`.replace(/\s+/gu, "-");
  void show({ id, title, message, color: "red" });
}

let shownSoFar = 0;

const nextId = () => `notice-${(shownSoFar += 1)}`;

async function show(notice: Notice): Promise<void> {
  const loaded = await fetchToaster().catch(() => null);
  if (loaded) loaded.notifications.show({ withBorder: true, ...notice });
  else if (shown.plain.every(({ id }) => id !== notice.id)) {
    setShown({ plain: [...shown.plain, notice] });
    if (shown.plain.length <= notices.limit) closeInTime(notice);
  }
}

/** The next one that waits for its place then has its whole time. */
function closeInTime(notice: Notice): void {
  setTimeout(() => {
    if (!shown.plain.includes(notice)) return;
    setShown({ plain: shown.plain.filter((other) => other !== notice) });
    const entered = shown.plain[notices.limit - 1];
    if (entered) closeInTime(entered);
  }, notices.autoCloseMs);
}

/** Rejects when it cannot be had now. What was shown plainly until then moves into it. */
export async function fetchToaster() {
  const [{ Toaster }, loaded] = await Promise.all([
    import("#components/ui/toasts/toaster.tsx"),
    import("@mantine/notifications"),
  ]);
  const { plain } = shown;
  if (!shown.Toaster) setShown({ Toaster, plain: [] });
  for (const notice of plain) loaded.notifications.show({ withBorder: true, ...notice });
  return loaded;
}
