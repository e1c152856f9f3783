/** Keeps what waits in the outbox over a reload of the tab. */
import * as z from "zod/mini";
import type { Outgoing } from "#lib/messenger/outbox.ts";
import { chatKind } from "#lib/messenger/schema.ts";

const waiting = z.array(
  z.object({
    kind: chatKind,
    chatId: z.int(),
    clientId: z.uuid(),
    text: z.string(),
    createdAt: z.string(),
  }),
);

const keyOf = (memberId: number) => `outbox:${memberId}`;

/** Restored messages are pending again: whether the server has them, their `client_id` tells it. */
export function restoreOutbox(memberId: number): Outgoing[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(memberId)) ?? "[]");
    return waiting
      .parse(kept)
      .map((item) => ({ ...item, state: "pending", failure: null, transient: false }));
  } catch {
    return []; // storage is switched off, or holds what no version of this code wrote
  }
}

export function keepOutbox(memberId: number, items: readonly Outgoing[]): void {
  try {
    if (items.length === 0) sessionStorage.removeItem(keyOf(memberId));
    else sessionStorage.setItem(keyOf(memberId), JSON.stringify(items));
  } catch {
    return; // storage is full or switched off: the messages live as long as the tab
  }
}
